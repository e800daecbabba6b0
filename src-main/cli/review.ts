import type { Game, PgnProblem } from '../../shared/pgn/game';
import { tagOf } from '../../shared/pgn/game';
import { makeKey } from '../../shared/chess/zobrist';
import type { LineRepetitions } from '../../shared/report/repetitions';
import { reviewGame, type GameReview } from '../../shared/report/report';
import { parseOptions, type Command, type Io } from './command';
import { readGameFile, wantFiles } from './files';

const usage = `usage: threefold review [--json] [--keys] FILES…

Tells for each game where a position came back for the second, third and fifth time, and where the half-move clock
reached 100 (fifty moves) and 150 (seventy-five). "The same position" is that of the FIDE Laws, article 9.2: pieces,
side to move, castling rights, and en passant only if a capture is legal. Files may be gzipped. Nothing is written.

  --json    one object per game: {"file","game","plies","maxRepetition","ply2","ply3","ply5","plyHalfmove100",
            "plyHalfmove150","result","problems"}; plies count half-moves, null is never. Where a game has variations,
            "lines" has the same figures for each of them, followed from the start position to its own end.
  --keys    adds "keys": the FIDE key of every position of the line, the start position first`;

const keysOf = ({ visits }: GameReview, line: number[]): string[] => line.map((visit) => makeKey(visits.keys[visit]!));

const asJson = (file: string, game: Game, review: GameReview, withKeys: boolean): string => {
  const [main, ...variations] = review.lines;
  return JSON.stringify({
    file,
    game: game.number,
    ...main!.repetitions,
    result: tagOf(game, 'Result') ?? null,
    problems: game.problems,
    ...(variations.length > 0 && {
      lines: variations.map(({ repetitions, visits }, at) => ({
        line: at + 1,
        ...repetitions,
        ...(withKeys && { keys: keysOf(review, visits) }),
      })),
    }),
    ...(withKeys && { keys: keysOf(review, main!.visits) }),
  });
};

/** Half-move 31 is White's sixteenth move: 16. or, for Black, 16... */
const moveNumber = (game: Game, ply: number): string => {
  const blackBegins = game.start?.turn === 'black' ? 1 : 0;
  const halfMoves = ply - 1 + blackBegins;
  return `${(game.start?.fullmoves ?? 1) + (halfMoves >> 1)}.${halfMoves % 2 === 0 ? '' : '..'}`;
};

const factsOf = (game: Game, line: LineRepetitions, sans: string[]): string => {
  const at = (ply: number) => (ply === 0 ? 'at the start' : `${moveNumber(game, ply)} ${sans[ply - 1]}`);
  const facts: string[] = [];
  if (line.ply5 !== null) facts.push(`fivefold ${at(line.ply5)}`);
  if (line.ply3 !== null) facts.push(`threefold ${at(line.ply3)}`);
  else if (line.ply2 !== null) facts.push(`twofold ${at(line.ply2)}`);
  if (line.plyHalfmove100 !== null) facts.push(`50 moves ${at(line.plyHalfmove100)}`);
  if (line.plyHalfmove150 !== null) facts.push(`75 moves ${at(line.plyHalfmove150)}`);
  return facts.join(', ');
};

const writeText = (file: string, game: Game, review: GameReview, withKeys: boolean, io: Io): void => {
  const players = `${tagOf(game, 'White') ?? '?'} – ${tagOf(game, 'Black') ?? '?'}`;
  review.lines.forEach(({ repetitions, moves, visits }, number) => {
    const sans = moves.map(({ san }) => san);
    const facts = factsOf(game, repetitions, sans);
    const name = number === 0 ? `${file} #${game.number}  ${players}` : `  variation ${number}`;
    if (number === 0 || facts !== '') io.out(`${name}  ${repetitions.plies} plies${facts && `  ${facts}`}`);
    if (withKeys) keysOf(review, visits).forEach((key, ply) => io.out(`    ${key}  ${ply === 0 ? '' : sans[ply - 1]}`));
  });
  for (const problem of game.problems) writeProblem(file, problem, io);
};

const writeProblem = (file: string, { line, column, token, message }: PgnProblem, io: Io): void =>
  io.err(`${file}:${line}:${column}: ${token}: ${message}`);

export const command: Command = {
  summary: 'where positions came back, game by game',
  usage,
  run(args, io) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' }, keys: { type: 'boolean' } });
    const withKeys = values.keys ?? false;
    for (const file of wantFiles(positionals)) {
      const games = readGameFile(file);
      for (let next = games.next(); ; next = games.next()) {
        if (next.done) {
          for (const problem of next.value) writeProblem(file, problem, io);
          break;
        }
        const review = reviewGame(next.value);
        if (values.json) io.out(asJson(file, next.value, review, withKeys));
        else writeText(file, next.value, review, withKeys, io);
      }
    }
    return Promise.resolve(0);
  },
};
