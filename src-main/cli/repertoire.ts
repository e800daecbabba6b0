import type { Color } from 'chessops/types';
import { makeKey } from '../../shared/chess/zobrist';
import { isMove, type Game, type TreeNode } from '../../shared/pgn/game';
import { lineTo } from '../../shared/pgn/tree';
import { makeMoveNumber, isWhiteMove } from '../../shared/pgn/write';
import { findConflicts, findOrphans, type Place } from '../../shared/report/repertoire';
import { parseOptions, UsageError, type Command } from './command';
import { readGameFile, wantFiles } from './files';

const usage = `usage: threefold repertoire [--json] [--side white|black] FILES…

Reads games with variations as advice, the first continuation at each place as what is recommended, and tells where
the advice does not agree with itself because orders of moves meet: conflicts (one position, several recommendations)
and orphans (a line that stops in a position which goes on elsewhere). Files may be compressed with gzip.

  --side    only conflicts about the moves of this side
  --json    one object per finding: {"kind":"conflict","key","turn","recommendations":[{"move","places"}]} or
            {"kind":"orphan","key","place","continuedAt"}; a place is {"file","game","line"}`;

/** `1. d4 d5 2. c4`, or the start. */
const lineText = (game: Game, node: TreeNode): string => {
  const moves = isMove(node) ? lineTo(node) : [];
  if (moves.length === 0) return 'the start';
  return moves
    .map(({ san, ply }, at) => (at === 0 || isWhiteMove(game, ply) ? makeMoveNumber(game, ply) + san : san))
    .join(' ');
};

export const command: Command = {
  summary: 'where a repertoire contradicts itself, or stops early',
  usage,
  run(args, io) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' }, side: { type: 'string' } });
    const { side } = values;
    if (side !== undefined && side !== 'white' && side !== 'black') {
      throw new UsageError(`--side wants white or black, not "${side}"`);
    }
    const games: Game[] = [];
    const fileOf = new Map<Game, string>();
    for (const file of wantFiles(positionals)) {
      for (const game of readGameFile(file)) {
        games.push(game);
        fileOf.set(game, file);
        for (const { line, column, token, message } of game.problems) {
          io.err(`${file}:${line}:${column}: ${token}: ${message}`);
        }
      }
    }
    const place = ({ game, node }: Place) => ({
      file: fileOf.get(game)!,
      game: game.number,
      line: lineText(game, node),
    });
    const placeText = (at: Place) => `${fileOf.get(at.game)} #${at.game.number}  ${lineText(at.game, at.node)}`;

    for (const { key, turn, recommendations } of findConflicts(games, side as Color | undefined)) {
      const found = recommendations.map(({ places }) => ({ move: places[0]!.move.san, places }));
      if (values.json) {
        const told = found.map(({ move, places }) => ({ move, places: places.map(place) }));
        io.out(JSON.stringify({ kind: 'conflict', key: makeKey(key), turn, recommendations: told }));
        continue;
      }
      io.out(`conflict  ${makeKey(key)}  ${turn} to move`);
      for (const { move, places } of found) for (const at of places) io.out(`  ${move.padEnd(8)}${placeText(at)}`);
    }
    for (const { key, continuedAt, ...orphan } of findOrphans(games)) {
      if (values.json) {
        const told = { key: makeKey(key), place: place(orphan), continuedAt: continuedAt.map(place) };
        io.out(JSON.stringify({ kind: 'orphan', ...told }));
        continue;
      }
      io.out(`orphan    ${makeKey(key)}  ${placeText(orphan)}`);
      for (const at of continuedAt) io.out(`  goes on ${placeText(at)}`);
    }
    return Promise.resolve(0);
  },
};
