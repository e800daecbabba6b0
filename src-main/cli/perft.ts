import { isFailure, parsePosition } from '../../shared/chess/position';
import { builtFile } from '../engine/built';
import { Kernel, PERFT_MODES, type PerftMode } from '../engine/kernel';
import { parseCount, parseOptions, UsageError, type Command } from './command';
import { readPositionArguments } from './position-arguments';

const usage = `usage: threefold perft [FEN] DEPTH [--mode plain|list|popcount|hash] [--hash MB] [--json]

Counts the leaves of the tree of legal moves: the classic proof of a move generator.

  --mode plain      every move is made and undone
         list       the moves of the last ply are listed, not made (default)
         popcount   the moves of the last ply are counted without being listed
         hash       subtrees already counted are found in a table
  --hash MB         size of that table (default 64)
  --json            {"fen","depth","mode","nodes","seconds","nps"}`;

/** Deeper trees outlast everyone here. */
const MAX_DEPTH = 20;

const isMode = (text: string): text is PerftMode => (PERFT_MODES as readonly string[]).includes(text);

export const command: Command = {
  summary: 'counts the tree of legal moves',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      mode: { type: 'string', default: 'list' },
      hash: { type: 'string', default: '64' },
      json: { type: 'boolean' },
    });
    if (!isMode(values.mode)) throw new UsageError(`--mode knows ${PERFT_MODES.join(', ')}, not "${values.mode}"`);
    const hashMb = parseCount('--hash', values.hash, 1);
    if (hashMb > 2048) throw new UsageError(`--hash takes up to 2048, not ${hashMb}`);
    const last = positionals.pop();
    if (last === undefined) throw new UsageError('say how deep: threefold perft [FEN] DEPTH');
    const depth = parseCount('the depth', last, 1);
    if (depth > MAX_DEPTH) throw new UsageError(`the depth goes up to ${MAX_DEPTH}, not ${depth}`);
    const { fen, moves } = readPositionArguments(positionals);
    const position = parsePosition(fen);
    if (isFailure(position)) throw new UsageError(position.failure);
    if (moves.length > 0) throw new UsageError(`perft takes no moves: "${moves[0]}"`);

    const kernel = await Kernel.load(builtFile('kernel.wasm'));
    const counted = kernel.position(0);
    counted.load(position.toSetup());
    const began = performance.now();
    const nodes = Number(counted.perft(depth, values.mode, hashMb * 2 ** 20));
    const seconds = (performance.now() - began) / 1000;
    const nps = Math.round(nodes / seconds);
    if (values.json) io.out(JSON.stringify({ fen, depth, mode: values.mode, nodes, seconds, nps }));
    else io.out(`${nodes} nodes in ${seconds.toFixed(3)} s, ${(nps / 1e6).toFixed(1)} million per second`);
    return 0;
  },
};
