import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How fast other engines search, as they say themselves over UCI: all in the same position, on one thread. */

export const MIDDLE_GAME = 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10';
/** Every engine's table, ours too. */
export const HASH_MB = 16;

/** Engines written for the machine itself, by the names that Debian gives their programs. */
export const NATIVE_ENGINES = ['stockfish', 'ethereal-chess', 'toga2', 'glaurung'];

export interface Speed {
  /** Name and version, as the engine gives them. */
  name: string;
  nodesPerSecond: number;
}

/**
 * Nodes per second of the last `info` that tells nodes and time: an engine that tells nothing when it is stopped is measured
 * up to its last iteration. The engine's own `nps` is not read: Toga says 0 in its first second.
 *
 * @param ms how long the engine searches, in milliseconds
 * @throws Error naming the engine if it cannot be started, or ends before it told nodes and time
 */
export function uciSpeed(program: string, args: readonly string[], ms: number): Promise<Speed> {
  return new Promise((resolve, reject) => {
    const engine = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    let name = program;
    let nodesPerSecond: number | undefined;
    createInterface(engine.stdout).on('line', (line) => {
      if (line.startsWith('id name ')) name = line.slice('id name '.length).trim();
      nodesPerSecond = speedIn(line) ?? nodesPerSecond;
      if (line.startsWith('bestmove')) engine.stdin.end('quit\n');
    });
    engine.on('error', reject);
    engine.on('close', (code, signal) => {
      if (nodesPerSecond !== undefined) resolve({ name, nodesPerSecond });
      else reject(new Error(`${program} ended (${signal ?? `code ${code}`}) before it told nodes and time`));
    });
    // A write after its end: "close" tells of it.
    engine.stdin.on('error', () => {});
    const options = `setoption name Hash value ${HASH_MB}\nsetoption name Threads value 1\n`;
    engine.stdin.write(`uci\n${options}position fen ${MIDDLE_GAME}\ngo movetime ${ms}\n`);
  });
}

/** Nodes per second; `undefined` for a line that does not tell both, or whose time is still none. */
function speedIn(line: string): number | undefined {
  if (!line.startsWith('info ') || line.startsWith('info string ')) return undefined;
  const told = (field: string): number => Number(new RegExp(` ${field} (\\d+)`).exec(line)?.[1] ?? 0);
  const [nodes, ms] = [told('nodes'), told('time')];
  return nodes > 0 && ms > 0 ? (nodes / ms) * 1000 : undefined;
}
