import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isFailure } from '../../shared/chess/position';
import type { SearchInfo, TableStats } from '../../shared/search/info';
import type { Comparison } from '../../shared/search/inspect';
import type { SearchLimit } from '../../shared/search/limit';
import { replacementPolicies, type ReplacementPolicy } from '../../shared/search/policy';
import { scoreFor, type Score } from '../../shared/search/score';
import { compareTable } from '../engine/compare';
import { Engine, type Analyser } from '../engine/engine';
import { ExternalEngine } from '../engine/external';
import { parseCount, parseOptions, UsageError, type Command, type Io } from './command';
import { readPositionArguments } from './position-arguments';

const usage = `usage: threefold analyze [FEN] [--moves UCI…] [--depth N | --nodes N | --time MS] [options]

Searches a position; with moves, their history counts (repetitions, fifty-move rule). Default: --time 5000.

  --depth N       until depth N is finished
  --nodes N       until N nodes are searched
  --time MS       for so many milliseconds
  --lines N       the N best moves, 1 to 10 (default 1)
  --hash MB       size of the table, 1 to 4096 (default 64)
  --threads N     search threads sharing the table (default 1)
  --policy NAME   which entry gives way: ${replacementPolicies.join(', ')}
  --inspect       tell true transpositions from re-searches, and look for graph-history interaction
  --no-table      search without the table
  --compare       A/B: search to --depth with the table off, cold and warm, on one thread and on --threads
  --engine PATH   another UCI engine instead of ours
  --json          one object per report; the last one is final`;

function readLimit(values: { depth?: string; nodes?: string; time?: string }): SearchLimit {
  const given = (['depth', 'nodes', 'time'] as const).filter((name) => values[name] !== undefined);
  if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} exclude each other`);
  if (values.depth !== undefined) {
    const plies = parseCount('--depth', values.depth, 1);
    if (plies > 127) throw new UsageError(`--depth goes up to 127, not ${plies}`);
    return { kind: 'depth', plies };
  }
  if (values.nodes !== undefined) return { kind: 'nodes', nodes: parseCount('--nodes', values.nodes, 1) };
  return { kind: 'time', ms: values.time === undefined ? 5000 : parseCount('--time', values.time, 1) };
}

const readPolicy = (text: string): ReplacementPolicy => {
  const policy = replacementPolicies.find((name) => name === text);
  if (!policy) throw new UsageError(`--policy knows ${replacementPolicies.join(', ')}, not "${text}"`);
  return policy;
};

const readUpTo = (option: string, text: string, most: number): number => {
  const value = parseCount(option, text, 1);
  if (value > most) throw new UsageError(`${option} goes up to ${most}, not ${value}`);
  return value;
};

export const command: Command = {
  summary: 'searches a position and reports lines and table statistics',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      moves: { type: 'string', multiple: true },
      depth: { type: 'string' },
      nodes: { type: 'string' },
      time: { type: 'string' },
      lines: { type: 'string', default: '1' },
      hash: { type: 'string', default: '64' },
      threads: { type: 'string', default: '1' },
      policy: { type: 'string', default: replacementPolicies[0] },
      inspect: { type: 'boolean' },
      'no-table': { type: 'boolean' },
      compare: { type: 'boolean' },
      engine: { type: 'string' },
      json: { type: 'boolean' },
    });
    const limit = readLimit(values);
    const settings = {
      lines: readUpTo('--lines', values.lines, 10),
      hashMb: readUpTo('--hash', values.hash, 4096),
      threads: readUpTo('--threads', values.threads, Math.min(64, availableParallelism())),
      policy: readPolicy(values.policy),
      inspect: values.inspect ?? false,
    };
    // `--moves e2e4 e7e5` gives the option its first word only; the others arrive as positionals.
    const { fen, moves } = readPositionArguments([...(values.moves ?? []), ...positionals]);
    if (values.compare && limit.kind !== 'depth') throw new UsageError('--compare wants a --depth');
    for (const about of ['compare', 'no-table', 'inspect'] as const)
      if (values.engine !== undefined && values[about])
        throw new UsageError(`--${about} is about our own table, not --engine`);

    const own = values.engine === undefined ? await Engine.create({ settings }) : undefined;
    const engine: Analyser = own ?? new ExternalEngine({ path: resolve(values.engine!), settings, nextId: () => 1 });
    const interrupt = () => engine.stop();
    process.once('SIGINT', interrupt);
    try {
      if (values.compare && own && limit.kind === 'depth') {
        const compared = await compareTable(own, { fen, moves, depth: limit.plies, threads: settings.threads });
        if (isFailure(compared)) throw new UsageError(compared.failure);
        if (values.json) io.out(JSON.stringify(compared));
        else showComparison(compared, io);
        return 0;
      }
      return await new Promise<number>((done, reject) => {
        let shown = '';
        engine.listen({
          searchInfo(info) {
            if (values.json) io.out(JSON.stringify(info));
            else shown = showLines(info, shown, io);
          },
          searchEnded(_id, last) {
            if (values.json) io.out(JSON.stringify(last));
            else if (last.lines[0]?.moves.length === 0) io.out(showEnd(last.lines[0].score));
            else {
              showLines(last, shown, io);
              if (own) showTable(last.table, io);
              for (const { rank, ply, reason, reported, verified } of last.warnings ?? [])
                io.out(
                  `line ${rank}, ply ${ply}: ${showScore(reported)} was stored under another history (${reason}); ` +
                    `with this one it is ${showScore(verified)}`,
                );
            }
            // Without a line there was no search: what went wrong has been told.
            done(last.lines.length > 0 ? 0 : 1);
          },
          notice: ({ failure }) => io.err(`threefold analyze: ${failure}`),
        });
        const what = { fen, moves, limit };
        const id = own ? own.analyse(what, { table: !values['no-table'] }) : engine.analyse(what);
        if (typeof id !== 'number') reject(new UsageError(id.failure));
      });
    } finally {
      process.off('SIGINT', interrupt);
      await engine.close();
    }
  },
};

/** From White's side, in pawns: +0.35, or #5 and #-3 for mates. */
function showScore(score: Score): string {
  const { kind, value } = scoreFor(score, 'white');
  if (kind === 'mate') return `#${value}`;
  return `${value >= 0 ? '+' : ''}${(value / 100).toFixed(2)}`;
}

/** What a position without a legal move is. */
const showEnd = (score: Score): string =>
  score.kind === 'mate' ? 'Checkmate: the game is over.' : 'Stalemate: drawn.';

/** Prints the lines where they have changed; answers with what was printed. */
function showLines(info: SearchInfo, before: string, io: Io): string {
  const text = info.lines
    .filter(({ moves }) => moves.length > 0)
    .map(({ depth, selectiveDepth, score, bound, moves }) => {
      const sign = { exact: '', lower: '≥', upper: '≤' }[bound];
      return `depth ${depth}/${selectiveDepth}  ${sign}${showScore(score)}  ${moves.join(' ')}`;
    })
    .join('\n');
  if (text === before || text === '') return before;
  const rate = `${(info.nodes / 1e6).toFixed(2)} M nodes, ${(info.nodesPerSecond / 1e6).toFixed(2)} M/s`;
  io.out(
    `${text}\n    ${(info.timeMs / 1000).toFixed(2)} s, ${rate}, table ${(info.table.fullPermille / 10).toFixed(1)} % full`,
  );
  return text;
}

function showComparison({ runs }: Comparison, io: Io): void {
  io.out('table  threads  depth        nodes      time  score    line');
  for (const { table, threads, depth, nodes, timeMs, score, moves } of runs) {
    const columns = [
      table.padEnd(5),
      String(threads).padStart(7),
      String(depth).padStart(5),
      String(nodes).padStart(11),
    ];
    const time = `${(timeMs / 1000).toFixed(2)} s`.padStart(8);
    io.out(`${columns.join('  ')}  ${time}  ${showScore(score).padEnd(7)}  ${moves.slice(0, 8).join(' ')}`);
  }
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, n) => total + n, 0);

function showTable(table: TableStats, io: Io): void {
  const share = (part: number, whole: number) => `${part} (${whole === 0 ? '0' : ((part / whole) * 100).toFixed(1)} %)`;
  const named = (counts: Record<string, number>, whole: number) =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${share(n, whole)}`)
      .join(', ');
  const hits = sum(table.hits);
  const stores = sum(table.stores);
  io.out(`table   ${(table.bytes / 2 ** 20).toFixed(0)} MB, ${table.entries} entries, ${table.policy}`);
  io.out(
    `probes  ${table.probes}, hits ${share(hits, table.probes)}, misses ${share(sum(table.misses), table.probes)}`,
  );
  io.out(`hits    ${named(table.hits, hits)}`);
  if (table.paths) io.out(`paths   ${named(table.paths, hits)}`);
  io.out(`misses  ${named(table.misses, table.probes)}`);
  io.out(`stores  ${stores}: ${named(table.stores, stores)}`);
  io.out(`wrong retrievals expected: ${table.expectedWrongRetrievals.toExponential(2)}`);
}
