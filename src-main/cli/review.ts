import type { Game } from '../../shared/pgn/game';
import { makeKey } from '../../shared/chess/zobrist';
import type { LineRepetitions } from '../../shared/report/repetitions';
import { reviewGame, type GameReview } from '../../shared/report/report';
import { auditLine, CLAIMS, ENDINGS, type LineAudit } from '../../shared/report/claims';
import { parseOptions, type Command, type Io } from './command';
import { playPacked } from '../library/lines';
import { wantFiles } from './files';
import { scanGames, type Fault, type ScannedGame } from './scanned-games';

const usage = `usage: threefold review [--json] [--keys] [--claims] FILES…

Tells for each game where a position came back for the second, third and fifth time, and where the half-move clock
reached 100 (fifty moves) and 150 (seventy-five). "The same position" is that of the FIDE Laws, article 9.2: pieces,
side to move, castling rights, and en passant only if a capture is legal. Files may be compressed (gzip, Zstandard). Nothing is
written.

  --json    one object per game: {"file","game","plies","maxRepetition","ply2","ply3","ply5","plyHalfmove100",
            "plyHalfmove150","result","problems"}; plies count half-moves, null is never. Where a game has variations,
            "lines" has the same figures for each of them, followed from the start position to its own end.
  --keys    adds "keys": the FIDE key of every position of the line, the start position first
  --claims  audits each line by the FIDE Laws: what the player to move could have claimed (9.2.1.1 about to appear,
            9.2.1.2 has appeared, 9.3.1 and 9.3.2 fifty moves), and how the game ended by itself (5.1.1, 5.2.1, 5.2.2,
            9.6.1, 9.6.2). As JSON "claims":[{"article","ply","by","intended","times","fate"}] and
            "ending":{"article","ply"} or null; ply is the number of half-moves played, fate "missed" or "open"`;

interface Wanted {
  keys: boolean;
  claims: boolean;
}

const keysOf = ({ visits }: GameReview, line: number[]): string[] => line.map((visit) => makeKey(visits.keys[visit]!));

const lineAsJson = (game: Game, review: GameReview, line: number, wanted: Wanted) => {
  const { repetitions, visits } = review.lines[line]!;
  const audit = wanted.claims ? auditLine(game, review, line) : undefined;
  return {
    ...repetitions,
    ...(audit && { claims: audit.claims, ending: audit.ending ?? null }),
    ...(wanted.keys && { keys: keysOf(review, visits) }),
  };
};

/** A game read whole, where its main line in figures is not enough. */
interface Whole {
  game: Game;
  review: GameReview;
}

const asJson = (file: string, scanned: ScannedGame, whole: Whole | undefined, wanted: Wanted): string => {
  const main = whole
    ? lineAsJson(whole.game, whole.review, 0, wanted)
    : {
        ...scanned.figures,
        ...(wanted.claims && { claims: [], ending: null }),
        ...(wanted.keys && { keys: Array.from(scanned.keys, makeKey) }),
      };
  const variations = whole?.review.lines.slice(1).map((_, at) => ({
    line: at + 1,
    ...lineAsJson(whole.game, whole.review, at + 1, wanted),
  }));
  return JSON.stringify({
    file,
    game: scanned.number,
    ...main,
    result: scanned.tag('Result') ?? null,
    problems: scanned.problems,
    ...(variations && variations.length > 0 && { lines: variations }),
  });
};

/** Half-move 31 is White's sixteenth move: 16. or, for Black, 16... */
const moveNumber = (game: Game, ply: number): string => {
  const blackBegins = game.start?.turn === 'black' ? 1 : 0;
  const halfMoves = ply - 1 + blackBegins;
  return `${(game.start?.fullmoves ?? 1) + (halfMoves >> 1)}.${halfMoves % 2 === 0 ? '' : '..'}`;
};

/** `after` 16... Qd8, or at the start. */
const placeOf = (game: Game, ply: number, sans: string[]): string =>
  ply === 0 ? 'at the start' : `${moveNumber(game, ply)} ${sans[ply - 1]}`;

const factsOf = (game: Game, line: LineRepetitions, sans: string[]): string => {
  const at = (ply: number) => placeOf(game, ply, sans);
  const facts: string[] = [];
  if (line.ply5 !== null) facts.push(`fivefold ${at(line.ply5)}`);
  if (line.ply3 !== null) facts.push(`threefold ${at(line.ply3)}`);
  else if (line.ply2 !== null) facts.push(`twofold ${at(line.ply2)}`);
  if (line.plyHalfmove100 !== null) facts.push(`50 moves ${at(line.plyHalfmove100)}`);
  if (line.plyHalfmove150 !== null) facts.push(`75 moves ${at(line.plyHalfmove150)}`);
  return facts.join(', ');
};

const writeClaims = (game: Game, { claims, ending }: LineAudit, sans: string[], io: Io): void => {
  for (const { article, ply, by, intended, times, fate } of claims) {
    const player = by === 'white' ? 'White' : 'Black';
    const moves = intended.length > 0 ? `, writing ${intended.join(' or ')}` : '';
    const what = `${player} could claim by ${article}${moves}: ${CLAIMS[article](times)}`;
    io.out(`    after ${placeOf(game, ply, sans)}  ${what}${fate === 'missed' ? '; missed' : ''}`);
  }
  if (ending)
    io.out(`    after ${placeOf(game, ending.ply, sans)}  over by ${ending.article}: ${ENDINGS[ending.article]}`);
};

const writeText = (file: string, scanned: ScannedGame, whole: Whole | undefined, wanted: Wanted, io: Io): void => {
  const players = `${scanned.tag('White') ?? '?'} – ${scanned.tag('Black') ?? '?'}`;
  const title = `${file} #${scanned.number}  ${players}`;
  if (!whole) io.out(`${title}  ${scanned.figures.plies} plies`);
  whole?.review.lines.forEach(({ repetitions, moves, visits }, line) => {
    const { game, review } = whole;
    const sans = moves.map(({ san }) => san);
    const facts = factsOf(game, repetitions, sans);
    const audit = wanted.claims ? auditLine(game, review, line) : undefined;
    const worthTelling = facts !== '' || (audit && (audit.claims.length > 0 || audit.ending));
    const name = line === 0 ? title : `  variation ${line}`;
    if (line === 0 || worthTelling) io.out(`${name}  ${repetitions.plies} plies${facts && `  ${facts}`}`);
    if (audit) writeClaims(game, audit, sans, io);
    if (wanted.keys)
      keysOf(review, visits).forEach((key, ply) => io.out(`    ${key}  ${ply === 0 ? '' : sans[ply - 1]}`));
  });
  for (const problem of scanned.problems) writeFault(file, problem, io);
};

const writeFault = (file: string, { line, column, message }: Fault, io: Io): void =>
  io.err(`${file}:${line}:${column}: ${message}`);

export const command: Command = {
  summary: 'where positions came back, game by game',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      json: { type: 'boolean' },
      keys: { type: 'boolean' },
      claims: { type: 'boolean' },
    });
    const wanted: Wanted = { keys: values.keys ?? false, claims: values.claims ?? false };
    for (const file of wantFiles(positionals)) {
      const games = scanGames(file);
      for (let next = await games.next(); ; next = await games.next()) {
        if (next.done) {
          for (const problem of next.value) writeFault(file, problem, io);
          break;
        }
        const scanned = next.value;
        const needsMoves = !values.json && (wanted.keys || hasFacts(scanned.figures));
        const audited = wanted.claims && mayBeClaimedOrOver(scanned);
        const whole = audited || scanned.mayBranch || needsMoves ? readWhole(scanned) : undefined;
        if (values.json) io.out(asJson(file, scanned, whole, wanted));
        else writeText(file, scanned, whole, wanted, io);
      }
    }
    return 0;
  },
};

const readWhole = (scanned: ScannedGame): Whole => {
  const game = scanned.read();
  return { game, review: reviewGame(game) };
};

/**
 * False for most games: nothing came back, the clock never neared a hundred, and the last position plays on. A third
 * occurrence can only be about to appear where a second was; dead material stays dead to the end.
 */
const mayBeClaimedOrOver = (scanned: ScannedGame): boolean => {
  if (scanned.figures.maxRepetition >= 2 || scanned.highestClock >= 99) return true;
  const line = scanned.line();
  if (!line) return false;
  const position = line.start.clone();
  for (const move of line.moves.subarray(1)) playPacked(position, move);
  return position.isEnd();
};

const hasFacts = ({ ply2, plyHalfmove100 }: LineRepetitions): boolean => ply2 !== null || plyHalfmove100 !== null;
