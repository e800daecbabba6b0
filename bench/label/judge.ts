import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What an engine thinks of a position. */
export interface Verdict {
  /** The best move, in UCI. */
  move: string;
  /** Of the last exact info, in centipawns for the side to move. */
  score: number | 'mate';
}

interface Question {
  fen: string;
  answer(verdict: Verdict | undefined): void;
  fail(error: Error): void;
}

const OPTIONS = { Hash: '16', Threads: '1' };

/**
 * A UCI engine, run as a program of its own and never through a shell, that is asked for many positions before it has
 * answered the first: a search of depth 1 takes less time than a question and its answer are under way.
 *
 * UCI asks for nothing of the kind. It needs an engine that takes one `go` after the other, as Stockfish does; one that
 * ends a search when the next is asked for has no score to tell, which is noticed.
 */
export class Judge {
  private readonly program: string;
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly go: string;
  /** In the order in which they were asked and will be answered. */
  private readonly questions: Question[] = [];
  /** Told so far in the search that runs. */
  private score: number | 'mate' | undefined;
  private end: Error | undefined;
  private readonly closed: Promise<void>;

  /** @param go the limit of each search, in UCI: `depth 1` */
  constructor(command: readonly string[], go: string) {
    const [program, ...args] = command;
    this.program = program!;
    this.go = go;
    this.process = spawn(this.program, args);
    this.closed = new Promise((closed) => {
      const ended = (how: string): void => {
        this.fail(how);
        closed();
      };
      this.process.on('error', (error) => ended(error.message));
      this.process.on('close', (code, signal) => ended(signal ?? `code ${code}`));
    });
    // A write after its end: "close" tells of it.
    this.process.stdin.on('error', () => {});
    this.process.stderr.resume();
    createInterface({ input: this.process.stdout }).on('line', (line) => this.hear(line));
    const options = Object.entries(OPTIONS).map(([name, value]) => `setoption name ${name} value ${value}\n`);
    this.process.stdin.write(`uci\n${options.join('')}`);
  }

  /**
   * What the engine thinks of a position, `undefined` where it has no move there. Answers come in the order of the questions.
   * @throws Error naming engine and position if it ends before it answers, or tells a move without a score
   */
  ask(fen: string): Promise<Verdict | undefined> {
    const verdict = new Promise<Verdict | undefined>((answer, fail) => {
      if (this.end) fail(this.end);
      else this.questions.push({ fen, answer, fail });
    });
    // Whoever waits for the first of many is told; the others' failure is the same.
    verdict.catch(() => {});
    this.process.stdin.write(`position fen ${fen}\ngo ${this.go}\n`);
    return verdict;
  }

  /** Resolves when the engine has ended. */
  async quit(): Promise<void> {
    this.process.stdin.end('quit\n');
    await this.closed;
  }

  private hear(line: string): void {
    if (line.startsWith('bestmove')) return this.answered(line.split(' ')[1]);
    const score = / score (cp|mate) (-?\d+)/.exec(line);
    if (score && !/ (lower|upper)bound/.test(line)) this.score = score[1] === 'mate' ? 'mate' : Number(score[2]);
  }

  private answered(move: string | undefined): void {
    const question = this.questions.shift();
    const score = this.score;
    this.score = undefined;
    if (!move || move === '(none)' || move === '0000') question?.answer(undefined);
    else if (score !== undefined) question?.answer({ move, score });
    else question?.fail(new Error(`${this.program} told no score of ${question.fen}`));
  }

  /** Nobody will be answered any more. */
  private fail(how: string): void {
    const [first] = this.questions;
    this.end ??= new Error(`${this.program} ended (${how})${first ? ` before it answered ${first.fen}` : ''}`);
    for (const { fail } of this.questions.splice(0)) fail(this.end);
  }
}
