import { parsePgn, type Node, type PgnNodeData } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { haveOracle, oracleBytes, oracleFiles, oracleRows, oracleText } from '../../fixtures/oracle';
import { pgnText } from '../../fixtures/random-pgn';
import { fideKey, makeKey, polyglotKey } from '../chess/zobrist';
import { decodePgn } from './decode';
import { tagOf, type Game, type TreeNode } from './game';
import { readGames, readPgn } from './read';
import { linesOf, mainLine, playNode, positionAt, walk } from './tree';

const only = (text: string): Game => {
  const { games } = readPgn(text);
  expect(games).toHaveLength(1);
  return games[0]!;
};
const sans = (game: Game): string =>
  mainLine(game)
    .map(({ san }) => san)
    .join(' ');

test('the example of the module', () => {
  const [game] = readGames('1. e4 e5 (1... c5) 2. Nf3 *');
  expect(mainLine(game!).map((node) => node.san)).toEqual(['e4', 'e5', 'Nf3']);
});

test('tags, moves, comments, glyphs and variations keep their place in the text', () => {
  const text = '[White "A \\"B\\" C"]\n\n{opening} 1. e4! {best} e5 ( {or} 1... c5 $14 2. Nf3 ) 2. Nf3 1-0';
  const game = only(text);
  const cut = ({ start, end }: { start: number; end: number }) => game.text.slice(start, end);
  expect(tagOf(game, 'White')).toBe('A "B" C');
  expect(game.root.comments.map(({ text }) => text)).toEqual(['opening']);
  const [e4, e5] = mainLine(game);
  expect([cut(e4!), e4!.glyphs.map(({ nag }) => nag), e4!.comments.map(cut)]).toEqual(['e4', [1], ['{best}']]);
  const c5 = e4!.children[1]!;
  expect(c5.parent).toBe(e5!.parent);
  expect([cut(c5.variation!), c5.before.map(cut), c5.glyphs.map(cut)]).toEqual([
    '( {or} 1... c5 $14 2. Nf3 )',
    ['{or}'],
    ['$14'],
  ]);
  expect(game.text.slice(c5.numberStart, c5.end)).toBe('1... c5');
  expect(cut(game.termination!)).toBe('1-0');
  expect(game.problems).toEqual([]);
});

test('an illegal move ends its line, is placed, and spares the rest', () => {
  const { games } = readPgn('[White "A"]\n\n1. e4 e5\n2. Ke3 Nf6 *\n\n[White "B"]\n\n1. d4 *\n');
  expect(games.map(sans)).toEqual(['e4 e5', 'd4']);
  expect(games[0]!.problems).toEqual([
    { line: 4, column: 4, token: 'Ke3', message: expect.stringContaining('illegal move') as string },
  ]);
});

test('an ambiguous move is told from an illegal one', () => {
  const game = only('1. Nf3 d5 2. d3 Nf6 3. Nd2 *');
  expect(sans(game)).toBe('Nf3 d5 d3 Nf6');
  expect(game.problems[0]!.message).toContain('ambiguous move: from b1 or f3?');
});

test.each([
  ['0-0 and o-o', '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 o-o', 8],
  ['long algebraic', '1. e2-e4 e7-e5 2. Ng1-f3', 3],
  ['coordinates', '1. e2e4 e7e5 2. g1f3', 3],
  ['glued numbers', '1.e4 e5 2.Nf3', 3],
  ['numbers that lie', '7. e4 7. e5 1... Nf3', 3],
  ['lower-case pieces', '1. e4 e5 2. nf3 nc6 3. bb5', 5],
  ['check signs of every taste', '1. e4 f6 2. Qh5++ g6 3. Qxg6!? hxg6', 6],
])('%s', (_, moves, plies) => {
  const game = only(`${moves} *`);
  expect(mainLine(game)).toHaveLength(plies);
  expect(game.problems).toEqual([]);
});

test('a game without moves and a game behind it', () => {
  const { games } = readPgn('[Event "a"]\n[White "A"]\n\n[Event "b"]\n\n1. e4 *\n');
  expect(games.map((game) => [tagOf(game, 'Event'), mainLine(game).length])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
});

// What the text holds, how many plies each game has, and what is said about it (line:column of each problem).
test.each<[string, string, number[], string[]]>([
  ['a comment never closed', '1. d4 {oops\n\n[Event "b"]\n\n1. e4 *', [1, 1], ['1:7']],
  ['a comment never closed, at the end', '1. d4 {oops', [1], ['1:7']],
  ['a variation never closed', '1. e4 e5 (1... c5 1-0\n\n[Event "b"]\n\n1. d4 *', [2, 1], ['1:10']],
  ['parentheses that close nothing', '1. e4 ) e5 *', [2], ['1:7']],
  ['no empty line before the next game', '[White "a"]\n1. e4 *\n[White "b"]\n1. d4 d5 *', [1, 2], []],
  ['a tag look-alike in a comment', '1. e4 {[White "x"]\n[Black "y"]} e5 *', [2], []],
  ['an escaped line', '% [White "x"]\n1. e4 *\n%1. d4', [1], []],
  ['a percent sign elsewhere', '1. e4 {100%} e5 *', [2], []],
  ['a comment to the end of the line', '1. e4 ; { (\ne5 *', [2], []],
  ['lines ended as on old machines', '[White "a"]\r\r1. e4\re5 *\r\r[White "b"]\r\r1. d4 *', [2, 1], []],
  ['a variant that is not played here', '[Variant "Atomic"]\n\n1. e4 *', [0], ['1:1']],
  ['a FEN that is none', '[FEN "x"]\n\n1. e4 *', [0], ['1:1']],
  ['a tag without quotes', '[White Morphy]\n\n1. e4 *', [1], ['1:1']],
  ['a tag cut off', '1. e4 *\n\n[White "Mor', [1, 0], ['3:1']],
  ['an odd result', '1. e4 1:0\n\n[White "b"]\n\n1. d4 draw', [1, 1], ['1:7', '5:7']],
  ['moves behind the result', '1. e4 e5 0-1 2. Nf3', [2], ['1:14']],
  ['games with no tags', '1. e4 *\n\n1. d4 d5 *', [1, 2], []],
  ['letters that are glyphs', '1. e4 N e5 = 2. Nf3 +- *', [3], []],
  ['letters that are nothing', '1. e4 Oops e5 *', [2], ['1:7']],
  ['en passant spelled out', '1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 4. d4 h6 5. d5 e5 6. dxe6ep *', [11], []],
  [
    'promotions of every taste',
    '[FEN "8/PPPP3k/8/8/8/8/4K3/8 w - - 0 1"]\n\na8Q Kg7 b8(R) Kf7 c8/N Ke6 d8=q *',
    [7],
    [],
  ],
  ['a passed turn', '1. e4 -- 2. d4 Z0 *', [4], []],
  ['marks of word processors', '1.\u00a0e4 \u200be5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u2013O *', [7], []],
])('%s', (_, text, plies, places) => {
  const { games } = readPgn(text);
  expect(games.map((game) => mainLine(game).length)).toEqual(plies);
  expect(games.flatMap(({ problems }) => problems.map(({ line, column }) => `${line}:${column}`))).toEqual(places);
  expect(games.map((game) => game.text).join('')).toBe(text);
});

// To chessops a blank line ends the game, and comments to the end of the line are nothing.
test('chessops reads the same trees', () => {
  const ours = (node: TreeNode, text: string): string =>
    node.children
      .map((child) => {
        const braced = child.comments.filter(({ start }) => text[start] === '{').map((comment) => comment.text);
        return `${child.san}${braced.join('')}(${ours(child, text)})`;
      })
      .join();
  const theirs = (node: Node<PgnNodeData>): string =>
    node.children.map((child) => `${child.data.san}${(child.data.comments ?? []).join('')}(${theirs(child)})`).join();
  fc.assert(
    fc.property(pgnText, (text) => {
      fc.pre(text.includes('1.'));
      // A remark behind the result is a comment on the last move to chessops.
      const moves = text
        .slice(text.indexOf('1.'))
        .replace(' {end}', '')
        .replace(/\n\s*\n/g, '\n');
      expect(ours(only(moves).root, moves)).toBe(theirs(parsePgn(moves)[0]!.moves));
    }),
    { numRuns: 500 },
  );
});

test('a text without games says what it holds instead', () => {
  const { games, problems } = readPgn('this is a letter, not a game');
  expect(games).toEqual([]);
  expect(problems[0]).toMatchObject({ line: 1, column: 1, token: 'this' });
});

// None of these may take time with the square of its length, or a stack frame per piece: they would not come to an end.
test.each([
  '. ',
  '(',
  '(e4 ',
  ')',
  '{',
  '{}',
  '[',
  '[A "',
  '\n',
  '{\n\n',
  '; ',
  '%\n',
  'e.p. ',
  '$',
  '1.',
  '1-0 ',
  '*\n',
  '"',
  'a',
  '0-',
])('%j two hundred thousand times over', (piece) => {
  const text = `1. d4 ${piece.repeat(200_000)}`;
  const { games } = readPgn(text);
  expect(games.map((game) => game.text).join('')).toBe(text);
});

test('a comment of blank lines', () => {
  expect(mainLine(only(`1. e4 {${'\n'.repeat(200_000)}${' '.repeat(200_000)}} e5 *`))).toHaveLength(2);
});

test('texts joined are the input, whatever it is', () => {
  const piece = fc.constantFrom(
    ...[
      '[Event "x"]',
      '\n',
      '\n\n',
      '1. e4',
      ' e5',
      ' (1... c5',
      ')',
      '{c}',
      '{',
      ' *',
      '1-0',
      '%x\n',
      ';y\n',
      '$3',
      '!?',
    ],
    ...['[Ev', '"]', '0-0', '\r', '\r\n', '2. Nf3', '--', '½', 'Ü', '[FEN "x"]', 'e8=Q', '@', '.', '\0'],
  );
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { games } = readPgn(text);
      if (games.length > 0) expect(games.map((game) => game.text).join('')).toBe(text);
      for (const game of games) {
        expect(text.startsWith(game.text, game.offset)).toBe(true);
        expect(game.line).toBe(text.slice(0, game.offset).split(/\r\n|\r|\n/).length);
      }
    }),
    { numRuns: 2000 },
  );
});

describe.runIf(haveOracle)('against reference data', () => {
  test('keys after every ply', () => {
    const wanted = new Map<string, string[]>();
    for (const [game, ply, , polyglot, fide] of oracleRows('keys-by-ply.tsv')) {
      if (!wanted.has(game!)) wanted.set(game!, []);
      wanted.get(game!)![Number(ply)] = `${polyglot} ${fide === '=' ? polyglot : fide}`;
    }
    const differences: string[] = [];
    let compared = 0;
    for (const file of ['worldchamp.pgn', 'candidates.pgn']) {
      const texts = oracleText(`pgn/${file}`).split(/(?<=\n\n)(?=\[Event )/);
      texts.forEach((text, at) => {
        const keys = wanted.get(`${file}#${at + 1}`);
        if (!keys) return;
        const game = only(text);
        const position = game.start!.clone();
        for (const node of mainLine(game)) {
          playNode(position, node);
          const got = `${makeKey(polyglotKey(position))} ${makeKey(fideKey(position))}`;
          if (got !== keys[node.ply]) differences.push(`${file}#${at + 1} ply ${node.ply}: ${got}`);
          compared++;
        }
      });
    }
    expect(differences).toEqual([]);
    expect(compared).toBe(oracleRows('keys-by-ply.tsv').length);
  });

  test.each(oracleRows('bad/expected.tsv'))(
    'odd input %s (%s)',
    (_, file, _bytes, _hash, count, plies, keys, level) => {
      const { text } = decodePgn(oracleBytes(`bad/${file}`));
      const { games } = readPgn(text);
      const got = {
        games: games.length,
        plies: games.map((game) => mainLine(game).length),
        keys: games.map((game) => makeKey(polyglotKey(positionAt(game, mainLine(game).at(-1) ?? game.root)))),
      };
      if (level === 'safe') return;
      const [least, most] = count!.split('-').map(Number);
      expect(got.games).toBeGreaterThanOrEqual(least!);
      expect(got.games).toBeLessThanOrEqual(most ?? least!);
      const wantedPlies = plies!.split(';');
      const wantedKeys = keys!.split(';');
      // The sound games stand first and last; between them a file may hold fewer games than it has room for.
      wantedPlies.forEach((wanted, at) => {
        if (wanted === '' || wanted === '?') return;
        const fromEnd = at === wantedPlies.length - 1 ? games.length - 1 : at;
        if (fromEnd >= games.length) return;
        if (wanted.startsWith('>=')) expect(got.plies[fromEnd]).toBeGreaterThanOrEqual(Number(wanted.slice(2)));
        else expect(got.plies[fromEnd], `plies of game ${at + 1}`).toBe(Number(wanted));
        if (wantedKeys[at] !== '?') expect(got.keys[fromEnd], `last key of game ${at + 1}`).toBe(wantedKeys[at]);
      });
      if (games.length > 0) expect(games.map((game) => game.text).join('')).toBe(text);
    },
  );

  test('variations, line by line', () => {
    for (const file of oracleFiles('edge')) {
      if (!/^\d.*\.pgn$/.test(file)) continue;
      const rows = oracleRows('edge/expected.tsv').filter(([name]) => name === file);
      for (const game of readGames(oracleText(`edge/${file}`))) {
        const lines = linesOf(game);
        const wanted = rows.filter(([, number]) => Number(number) === game.number);
        expect(lines.map((line) => String(line.length))).toEqual(wanted.map(([, , , plies]) => plies));
        expect(lines.map((line) => makeKey(polyglotKey(positionAt(game, line.at(-1)!))))).toEqual(
          wanted.map((row) => row[17]),
        );
        expect(game.problems).toEqual([]);
        expect([...walk(game.root)].length).toBeGreaterThan(1);
      }
    }
  });
});
