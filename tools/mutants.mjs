/**
 * Rules broken on purpose, one at a time, for `npm run mutate`: what a wrong hand could do to the meaning of "the same
 * position", to the table and to the Laws, and the tests that must notice.
 *
 * @typedef {object} Mutant
 * @property {string} rule What is broken, as a sentence.
 * @property {string} file Where.
 * @property {[from: string, to: string][]} edits Each `from` stands in the file exactly once.
 * @property {Record<string, string[]>} caughtBy Test files and, in each, the names of tests that must fail.
 */

const identity = 'shared/chess/identity.ts';
const position = 'src-main/engine/kernel/position.ts';
const table = 'src-main/engine/kernel/table.ts';
const network = 'src-main/engine/kernel/network.ts';
const claims = 'shared/report/claims.ts';

const keysOfGames = 'random games agree with chessops from the usual start';
const keptUp =
  'the network is kept up move by move as it is from scratch, which the checked build compares at every evaluation';
const caught = (position) => `positions that catch move generators ${position}`;

/** @type {Mutant[]} */
export const mutants = [
  {
    rule: 'en passant counts although the capture is not legal',
    file: identity,
    edits: [['if (position.dests(capturer, context).has(square)) return square;', 'return capturer && square;']],
    caughtBy: {
      'shared/chess/identity.test.ts': ['capturer pinned', 'both pawns leave the rank'],
      'shared/chess/zobrist.test.ts': ['the two keys part where the capture is pinned'],
    },
  },
  {
    rule: 'en passant never counts',
    file: identity,
    edits: [['(enPassant === undefined ? 0 : ((enPassant & 7) + 1) << EN_PASSANT_SHIFT)', '0']],
    caughtBy: { 'shared/chess/identity.test.ts': ['a legal en passant', 'pinned along the diagonal of capture'] },
  },
  {
    rule: 'castling rights do not belong to the position',
    file: identity,
    edits: [
      ['(castles.castlingRights.lo & 0xff) |', ''],
      ['((castles.castlingRights.hi >>> 24) << 8) |', ''],
    ],
    caughtBy: { 'shared/chess/identity.test.ts': ['a castling right', 'inner and outer rook in Chess960'] },
  },
  {
    rule: 'kernel: en passant counts although the capture is not legal',
    file: position,
    edits: [['if (isLegalEnPassant<Us, Them>(position, first(pawns), square)) return square;', 'return square;']],
    caughtBy: {
      'src-main/engine/differential.test.ts': [
        caught('a double push beside a pawn that is pinned on its file'),
        caught('a double push after which both pawns would leave the rank'),
      ],
    },
  },
  {
    rule: 'kernel: a castling right that is lost stays in the key',
    file: position,
    edits: [['next.key = key ^ castlingKey(rights);', 'next.key = key ^ castlingKey(old.rights);']],
    caughtBy: {
      'src-main/engine/differential.test.ts': [keysOfGames, caught('promotion with capture of a castling rook')],
    },
  },
  {
    rule: 'kernel: a pawn taken en passant stays in the key',
    file: position,
    edits: [['key ^= pieceKey(pawn, victim);\n        pawnKey', 'pawnKey']],
    caughtBy: { 'src-main/engine/differential.test.ts': [caught('en passant takes the checker')] },
  },
  {
    rule: 'table: an upper bound ends a node that wants a lower one',
    file: table,
    edits: [['if (bound == BOUND_LOWER && score >= beta) {', 'if (score >= beta) {']],
    caughtBy: { 'src-main/engine/kernel/table.test.ts': ['counting names what a hit was good for'] },
  },
  {
    rule: 'table: a score is used although its search was shallower',
    file: table,
    edits: [['if (entryDepth(entry) < depth) {', 'if (entryDepth(entry) + 1 < depth) {']],
    caughtBy: { 'src-main/engine/kernel/table.test.ts': ['counting names what a hit was good for'] },
  },
  {
    rule: 'table: the words of an entry are not tied together, what two threads half wrote is believed',
    file: table,
    edits: [
      [
        'if ((load<u64>(bucket + i) ^ data) == key && isHit(data)) return bucket + i;',
        'if (load<u64>(bucket + i) == key && isHit(data)) return bucket + i;',
      ],
      [
        'if ((load<u64>(bucket + i) ^ data) == key && isHit(data)) {',
        'if (load<u64>(bucket + i) == key && isHit(data)) {',
      ],
      ['store<u64>(slot, key ^ data);', 'store<u64>(slot, key);'],
    ],
    caughtBy: {
      'src-main/engine/kernel/table.test.ts': ['finding rejects an entry whose two words come from two writers'],
    },
  },
  {
    rule: 'table: a mate is not counted from the root again',
    file: table,
    edits: [
      ['return score >= MATE_BOUND ? score - ply : score <= -MATE_BOUND ? score + ply : score;', 'return score;'],
    ],
    caughtBy: { 'src-main/engine/kernel/table.test.ts': ['mate scores are true at whatever ply they are found'] },
  },
  {
    rule: 'search: the fifty moves are complete a half-move late',
    file: 'src-main/engine/kernel/draws.ts',
    edits: [['const FIFTY_MOVES: u32 = 100;', 'const FIFTY_MOVES: u32 = 101;']],
    caughtBy: {
      'src-main/engine/kernel/search.test.ts': [
        'draws counts the fifty moves, at the hundredth half-move and no later',
      ],
    },
  },
  {
    rule: 'Laws: fifty moves may be claimed a half-move late',
    file: claims,
    edits: [['const FIFTY = 100;', 'const FIFTY = 101;']],
    caughtBy: { 'shared/report/claims.test.ts': ['fifty complete', 'fifty by the next move'] },
  },
  {
    rule: 'Laws: a third occurrence that is about to appear is overlooked',
    file: claims,
    edits: [
      [
        'if (repetitions.occurrences[visit]! >= 2) twice.push(visit);',
        'if (repetitions.occurrences[visit]! >= 3) twice.push(visit);',
      ],
    ],
    caughtBy: { 'shared/report/claims.test.ts': ['Fischer – Petrosian, 1971: the claim with 34. Qe2'] },
  },
  {
    rule: 'Laws: repetition is looked for two half-moves short of the clock',
    file: 'shared/report/repetitions.ts',
    edits: [['reach >= 2; reach -= 2', 'reach >= 4; reach -= 2']],
    caughtBy: { 'shared/report/report.test.ts': ['the start position counts as the first occurrence'] },
  },
  {
    rule: 'kernel: a king that changes wings sees the board as before',
    file: network,
    edits: [['return ((from ^ to) & RIGHT_WING) != 0;', 'return false;']],
    caughtBy: { 'src-main/engine/kernel/network.test.ts': [keptUp] },
  },
];
