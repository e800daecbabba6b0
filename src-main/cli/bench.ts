import { isFailure } from '../../shared/chess/position';
import { Engine } from '../engine/engine';
import { BENCH_POSITIONS } from './bench-positions';
import { parseCount, parseOptions, UsageError, type Command } from './command';

const DEFAULT_DEPTH = '9';

const usage = `usage: threefold bench [--depth N] [--hash MB] [--no-counting] [--no-table] [--json]

Searches a fixed set of positions on one thread, each from an empty table. The sum of the nodes is the signature of the
search: it is the same on every machine, and changes exactly when the search does.

  --depth N       iterations for each position (default ${DEFAULT_DEPTH})
  --hash MB       size of the table (default 16)
  --no-counting   without the table's statistics: same signature, a little faster
  --no-table      without the table: another signature, and far more nodes
  --json          {"positions","depth","nodes","seconds","nps"}`;

export const command: Command = {
  summary: 'the signature and the speed of the search',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      depth: { type: 'string', default: DEFAULT_DEPTH },
      hash: { type: 'string', default: '16' },
      'no-counting': { type: 'boolean' },
      'no-table': { type: 'boolean' },
      json: { type: 'boolean' },
    });
    if (positionals.length > 0) throw new UsageError(`bench takes no positions: "${positionals[0]}"`);
    const depth = parseCount('--depth', values.depth, 1);
    const hashMb = parseCount('--hash', values.hash, 1);
    if (depth > 40) throw new UsageError(`--depth goes up to 40, not ${depth}`);
    if (hashMb > 4096) throw new UsageError(`--hash goes up to 4096, not ${hashMb}`);
    const engine = await Engine.create({ settings: { hashMb, threads: 1, lines: 1 } });
    engine.listen({
      searchInfo: () => undefined,
      searchEnded: () => undefined,
      notice: ({ failure }) => io.err(`threefold bench: ${failure}`),
    });
    try {
      const { nodes, seconds } = await bench(engine, depth, {
        table: !values['no-table'],
        counting: !values['no-counting'],
        each: values.json
          ? undefined
          : (name, searched, line) => io.out(`${name.padEnd(28)}${String(searched).padStart(10)}  ${line}`),
      });
      const nps = Math.round(nodes / seconds);
      const positions = BENCH_POSITIONS.length;
      if (values.json) io.out(JSON.stringify({ positions, depth, nodes, seconds, nps }));
      else io.out(`\nBench: ${nodes}\n${seconds.toFixed(2)} s, ${(nps / 1e6).toFixed(2)} million nodes per second`);
      return 0;
    } finally {
      await engine.close();
    }
  },
};

interface BenchOptions {
  table?: boolean;
  counting?: boolean;
  each?: (name: string, nodes: number, line: string) => void;
}

/** Searches all positions to a depth: the nodes are the signature. `seconds` is time spent searching. */
export async function bench(
  engine: Engine,
  depth: number,
  { table = true, counting = true, each }: BenchOptions = {},
): Promise<{ nodes: number; seconds: number }> {
  let nodes = 0;
  let ms = 0;
  for (const [name, fen] of BENCH_POSITIONS) {
    engine.clearTable();
    const limit = { kind: 'depth', plies: depth } as const;
    const result = await engine.run({ fen, moves: [], limit }, { table, counting });
    if (isFailure(result)) throw new Error(`${name}: ${result.failure}`);
    nodes += result.last.nodes;
    ms += result.last.timeMs;
    each?.(name, result.last.nodes, result.last.lines[0]?.moves.join(' ') ?? '');
  }
  return { nodes, seconds: ms / 1000 };
}
