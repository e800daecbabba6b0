import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Answer {
  /** UCI, or `undefined` where the engine had none. */
  move: string | undefined;
  /** Of the last exact info, in centipawns for the side to move; mates count as ±30000. */
  score: number;
  depth: number;
  nodes: number;
  ms: number;
}

const MATE_SCORE = 30_000;

/** An engine run as a program of its own, spoken to in UCI. Never through a shell. */
export class Player {
  readonly name: string;
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(name: string, command: readonly string[]) {
    const [program, ...args] = command;
    this.name = name;
    this.process = spawn(program!, args);
    this.process.stderr.resume();
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  private send(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  /** @throws Error if the engine ends before it says so */
  private async until(word: string, each: (line: string) => void = () => {}): Promise<string> {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`${this.name} ended while "${word}" was awaited`);
      if (value.startsWith(word)) return value;
      each(value);
    }
  }

  async start(options: Readonly<Record<string, string>>): Promise<void> {
    this.send('uci');
    await this.until('uciok');
    for (const [name, value] of Object.entries(options)) this.send(`setoption name ${name} value ${value}`);
    this.send('isready');
    await this.until('readyok');
  }

  async newGame(): Promise<void> {
    this.send('ucinewgame');
    this.send('isready');
    await this.until('readyok');
  }

  async play(position: string, go: string): Promise<Answer> {
    const answer: Answer = { move: undefined, score: 0, depth: 0, nodes: 0, ms: 0 };
    this.send(position);
    const start = performance.now();
    this.send(`go ${go}`);
    const best = await this.until('bestmove', (line) => {
      const score = /score (cp|mate) (-?\d+)/.exec(line);
      if (score && !line.includes('bound')) {
        const value = Number(score[2]);
        answer.score = score[1] === 'cp' ? value : value > 0 ? MATE_SCORE : -MATE_SCORE;
      }
      answer.depth = Number(/ depth (\d+)/.exec(line)?.[1] ?? answer.depth);
      answer.nodes = Number(/ nodes (\d+)/.exec(line)?.[1] ?? answer.nodes);
    });
    answer.ms = performance.now() - start;
    const [, move] = best.split(' ');
    if (move && move !== '(none)' && move !== '0000') answer.move = move;
    return answer;
  }

  quit(): void {
    this.process.stdin.end('quit\n');
  }
}
