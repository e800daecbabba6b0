import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { makeFen } from 'chessops/fen';
import { basename, dirname } from 'node:path';
import type { Analysis, EngineSettings, Failure } from '../../shared/api';
import { assertNever } from '../../shared/assert-never';
import { isFailure } from '../../shared/chess/position';
import type { Line, SearchInfo, TableStats } from '../../shared/search/info';
import type { SearchLimit } from '../../shared/search/limit';
import type { Analyser, EngineListener } from './engine';
import { readGame, readMove, writeMoves, type Game } from './game';
import { packMove } from '../../shared/chess/packed-move';
import { parseInfo, parseOption, type UciOption } from './uci-lines';
import { verdict } from './verdict';

/**
 * Another engine behind the interface of ours: any program that speaks UCI. It is started without a shell, by its path
 * alone; it may die, fall silent or talk nonsense, which is reported and harms nothing. It starts with the first search.
 */
export interface ExternalOptions {
  path: string;
  settings: EngineSettings;
  /** Ids of searches, unique among all engines of the app. */
  nextId: () => number;
  /** How long it may take to answer `uci`, `isready` or `stop`. */
  patienceMs?: number;
}

const PATIENCE_MS = 5000;
const SCREEN_RATE_MS = 50;
/** No UCI line is longer; a program that writes more without a line's end is not an engine. */
const LONGEST_LINE = 1 << 18;

interface Job {
  id: number;
  game: Game;
  limit: SearchLimit;
}

interface Running {
  job: Job;
  started: number;
  /** By rank - 1. */
  lines: Line[];
  nodes: number;
  nodesPerSecond: number;
  hashPermille: number;
  changed: boolean;
}

type State =
  | { kind: 'idle' }
  /** Waiting for `uciok` or `readyok`, then for what was wanted. */
  | { kind: 'preparing'; job: Job | undefined }
  | { kind: 'searching'; search: Running }
  | { kind: 'stopping'; search: Running; next: Job | undefined }
  | { kind: 'closed' };

/** One other program, started with its first search and again with the next one after it died. */
export class ExternalEngine implements Analyser {
  readonly path: string;
  private readonly options: ExternalOptions;
  private readonly listeners = new Set<EngineListener>();
  private process: ChildProcessWithoutNullStreams | undefined;
  private state: State = { kind: 'idle' };
  private current: EngineSettings;
  private named: string | undefined;
  private known = new Map<string, UciOption>();
  private readonly sent = new Map<string, number>();
  private silence: NodeJS.Timeout | undefined;
  private ticker: NodeJS.Timeout | undefined;
  private buffer = '';

  constructor(options: ExternalOptions) {
    this.options = options;
    this.path = options.path;
    this.current = options.settings;
  }

  /** As it calls itself, once it has been started. */
  get name(): string {
    return this.named ?? basename(this.path);
  }

  get settings(): EngineSettings {
    return this.current;
  }

  listen(listener: EngineListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  configure(settings: EngineSettings): Promise<EngineSettings> {
    this.stop();
    this.current = { ...settings };
    return Promise.resolve(this.current);
  }

  analyse({ fen, moves, limit }: Analysis): number | Failure {
    const game = readGame(fen, moves);
    if (isFailure(game)) return game;
    const id = this.options.nextId();
    const job: Job = { id, game, limit };
    const { state } = this;
    switch (state.kind) {
      case 'idle':
        this.prepare(job);
        break;
      case 'preparing':
        this.drop(state.job);
        state.job = job;
        break;
      case 'searching':
        this.stop();
        this.replaceNext(job);
        break;
      case 'stopping':
        this.replaceNext(job);
        break;
      case 'closed':
        return { failure: `${this.name} has been closed` };
      default:
        assertNever(state);
    }
    return id;
  }

  stop(): void {
    const { state } = this;
    switch (state.kind) {
      case 'searching':
        this.state = { kind: 'stopping', search: state.search, next: undefined };
        this.send('stop');
        this.expect('did not stop when asked to');
        break;
      case 'stopping':
        this.replaceNext(undefined);
        break;
      case 'preparing': {
        const { job } = state;
        state.job = undefined;
        this.drop(job);
        break;
      }
      case 'idle':
      case 'closed':
        break;
      default:
        assertNever(state);
    }
  }

  clearTable(): void {
    this.stop();
    if (this.known.has('clear hash')) this.send('setoption name Clear Hash');
  }

  async close(): Promise<void> {
    this.state = { kind: 'closed' };
    this.clearTimers();
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.stdin.writable) child.stdin.end('stop\nquit\n');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 300);
    await gone;
    clearTimeout(impatience);
  }

  /** Starts it if need be and asks who it is. @returns why it cannot be used */
  async introduce(): Promise<Failure | undefined> {
    if (this.named) return undefined;
    return new Promise((resolve) => {
      const end = this.listen({
        searchInfo: () => undefined,
        searchEnded: () => undefined,
        notice: (failure) => {
          end();
          resolve(failure);
        },
      });
      this.ready = () => {
        end();
        resolve(undefined);
      };
      this.prepare(undefined);
    });
  }
  private ready: () => void = () => undefined;

  /* ---- states --------------------------------------------------------------------------------------------------- */

  private replaceNext(job: Job | undefined): void {
    if (this.state.kind !== 'stopping') return;
    const { next } = this.state;
    this.state.next = job;
    this.drop(next);
  }

  /** A search that was wanted and never begun has ended, too. */
  private drop(job: Job | undefined): void {
    if (job) this.tellEnd(this.begun(job));
  }

  private prepare(job: Job | undefined): void {
    this.state = { kind: 'preparing', job };
    if (!this.process) {
      this.start();
      this.send('uci');
      this.expect('did not answer "uci": is it a UCI engine?');
    } else this.sendSettings();
  }

  private sendSettings(): void {
    const { hashMb, threads, lines } = this.current;
    this.setNumber('Hash', hashMb);
    this.setNumber('Threads', threads);
    this.setNumber('MultiPV', lines);
    this.send('isready');
    this.expect('did not answer "isready"');
  }

  /** Within what it can do, and not at all if it has no such option. */
  private setNumber(name: string, value: number): void {
    const option = this.known.get(name.toLowerCase());
    if (!option) return;
    const fitting = Math.min(Math.max(value, option.min ?? value), option.max ?? value);
    // Not again what it knows: many engines empty their table whenever its size is set.
    if (this.sent.get(option.name) === fitting) return;
    this.sent.set(option.name, fitting);
    this.send(`setoption name ${option.name} value ${fitting}`);
  }

  private begin(job: Job): void {
    const search = this.begun(job);
    if (verdict(job.game.position)) {
      this.state = { kind: 'idle' };
      this.tellEnd(search);
      return;
    }
    this.state = { kind: 'searching', search };
    const { game, limit } = job;
    const castling = this.known.has('uci_chess960') && isChess960(game) ? 'chess960' : 'standard';
    if (this.known.has('uci_chess960'))
      this.send(`setoption name UCI_Chess960 value ${String(castling === 'chess960')}`);
    const moves = writeMoves(game.start, game.moves, castling);
    // Written anew, never passed on: what was typed may hold a line's end and a command after it.
    const fen = makeFen(game.start.toSetup());
    this.send(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
    this.send(`go ${goWords(limit)}`);
    this.ticker = setInterval(() => {
      if (!search.changed) return;
      search.changed = false;
      const info = this.info(search);
      this.tell((listener) => listener.searchInfo(info));
    }, SCREEN_RATE_MS);
  }

  private begun(job: Job): Running {
    const over = verdict(job.game.position);
    const line: Line[] = over ? [{ rank: 1, depth: 0, selectiveDepth: 0, score: over, bound: 'exact', moves: [] }] : [];
    const started = performance.now();
    return { job, started, lines: line, nodes: 0, nodesPerSecond: 0, hashPermille: 0, changed: false };
  }

  /* ---- the process ---------------------------------------------------------------------------------------------- */

  private start(): void {
    this.known = new Map();
    this.sent.clear();
    this.buffer = '';
    // No shell: the path is one word to the system, whatever it contains.
    const child = spawn(this.path, [], { cwd: dirname(this.path), shell: false, windowsHide: true });
    this.process = child;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      if (this.process === child) this.read(text);
    });
    // What it complains of is its own affair, but the pipe must not fill up.
    child.stderr.resume();
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => this.end(child, `could not be started: ${error.message}`));
    child.on('exit', (code, signal) => this.end(child, `ended (${signal ?? `code ${code}`})`));
  }

  private send(line: string): void {
    if (this.process?.stdin.writable) this.process.stdin.write(`${line}\n`);
  }

  private read(text: string): void {
    this.buffer += text;
    const lines = this.buffer.split(/\r?\n/);
    this.buffer = lines.pop()!;
    if (this.buffer.length > LONGEST_LINE) {
      this.giveUp('writes endless lines');
      return;
    }
    for (const line of lines) this.hear(line);
  }

  private hear(line: string): void {
    const [word, next] = line.trim().split(/\s+/, 2);
    const { state } = this;
    switch (word) {
      case 'id':
        if (next === 'name') this.named = line.trim().slice('id name '.length).slice(0, 100);
        break;
      case 'option': {
        const option = parseOption(line);
        if (option) this.known.set(option.name.toLowerCase(), option);
        break;
      }
      case 'uciok':
        if (state.kind === 'preparing') this.sendSettings();
        break;
      case 'readyok':
        if (state.kind !== 'preparing') break;
        clearTimeout(this.silence);
        this.state = { kind: 'idle' };
        this.ready();
        if (state.job) this.begin(state.job);
        break;
      case 'info':
        if (state.kind === 'searching' || state.kind === 'stopping') this.take(state.search, line);
        break;
      case 'bestmove':
        if (state.kind === 'searching' || state.kind === 'stopping') this.finish(state.search);
        break;
    }
  }

  private take(search: Running, line: string): void {
    const { position } = search.job.game;
    const info = parseInfo(line, position.turn);
    if (!info) return;
    search.nodes = info.nodes ?? search.nodes;
    search.nodesPerSecond = info.nodesPerSecond ?? search.nodesPerSecond;
    search.hashPermille = info.hashPermille ?? search.hashPermille;
    search.changed = true;
    if (!info.score || info.moves.length === 0 || info.rank > this.current.lines) return;
    // Only legal moves are passed on; the first illegal one ends the line.
    const moves = legalPart(search.job.game, info.moves);
    if (moves.length === 0) return;
    const { rank, depth, selectiveDepth, score, bound } = info;
    search.lines[rank - 1] = { rank, depth, selectiveDepth, score, bound, moves };
  }

  private finish(search: Running): void {
    const next = this.state.kind === 'stopping' ? this.state.next : undefined;
    this.clearTimers();
    this.state = { kind: 'idle' };
    this.tellEnd(search);
    // Whoever was told may have begun a search already; it is the newer one.
    if (!next) return;
    if (this.state.kind === 'idle') this.prepare(next);
    else this.drop(next);
  }

  /* ---- what goes wrong ------------------------------------------------------------------------------------------ */

  /** If it says nothing within the patience we have, it is ended. */
  private expect(complaint: string): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.giveUp(complaint), this.options.patienceMs ?? PATIENCE_MS);
  }

  private giveUp(complaint: string): void {
    const child = this.process;
    child?.kill('SIGKILL');
    if (child) this.end(child, complaint);
  }

  /** The process is gone; the next search starts it anew. */
  private end(child: ChildProcessWithoutNullStreams, complaint: string): void {
    if (this.process !== child) return;
    this.process = undefined;
    this.clearTimers();
    const { state } = this;
    if (state.kind === 'closed') return;
    this.state = { kind: 'idle' };
    this.tell((listener) => listener.notice({ failure: `${this.path} ${complaint}` }));
    if (state.kind === 'searching' || state.kind === 'stopping') this.tellEnd(state.search);
    if (state.kind === 'stopping') this.drop(state.next);
    if (state.kind === 'preparing') this.drop(state.job);
  }

  private clearTimers(): void {
    clearTimeout(this.silence);
    clearInterval(this.ticker);
  }

  /* ---- what it tells -------------------------------------------------------------------------------------------- */

  private tell(event: (listener: EngineListener) => void): void {
    for (const listener of this.listeners) event(listener);
  }

  private tellEnd(search: Running): void {
    const last = this.info(search);
    this.tell((listener) => listener.searchEnded(search.job.id, last));
  }

  private info(search: Running): SearchInfo {
    const lines = search.lines.filter((line): line is Line => line !== undefined);
    const timeMs = performance.now() - search.started;
    const { nodes, nodesPerSecond } = search;
    const table = this.table(search.hashPermille);
    return { id: search.job.id, depth: lines[0]?.depth ?? 0, nodes, nodesPerSecond, timeMs, lines, table };
  }

  /** All that another engine tells of its table: how full it is. */
  private table(fullPermille: number): TableStats {
    return {
      bytes: this.current.hashMb * 2 ** 20,
      entries: 0,
      threads: this.current.threads,
      policy: 'depth+age',
      probes: 0,
      hits: { exact: 0, lower: 0, upper: 0, moveOnly: 0, tooShallow: 0 },
      misses: { empty: 0, other: 0 },
      stores: { empty: 0, same: 0, older: 0, shallower: 0, deeper: 0, refused: 0 },
      fullPermille,
      currentPermille: fullPermille,
      ages: [],
      depths: [],
      bounds: { exact: 0, lower: 0, upper: 0 },
      expectedWrongRetrievals: 0,
    };
  }
}

function goWords(limit: SearchLimit): string {
  switch (limit.kind) {
    case 'infinite':
      return 'infinite';
    case 'depth':
      return `depth ${limit.plies}`;
    case 'nodes':
      return `nodes ${limit.nodes}`;
    case 'time':
      return `movetime ${Math.round(limit.ms)}`;
    default:
      return assertNever(limit);
  }
}

/** Castling rights that only Chess960 knows: king or rook elsewhere than in chess. */
const isChess960 = ({ start }: Game): boolean =>
  [...start.castles.castlingRights].some((rook) => rook % 8 !== 0 && rook % 8 !== 7) ||
  (['white', 'black'] as const).some((color) => {
    const king = start.board.kingOf(color);
    const rank = color === 'white' ? 0 : 7;
    const mayCastle = [...start.castles.castlingRights].some((rook) => rook >> 3 === rank);
    return mayCastle && king !== undefined && king % 8 !== 4;
  });

function legalPart(game: Game, moves: readonly string[]): string[] {
  const position = game.position.clone();
  const packed: number[] = [];
  for (const uci of moves) {
    const move = readMove(position, uci);
    if (!move) break;
    packed.push(packMove(position, move));
    position.play(move);
  }
  return writeMoves(game.position, packed, 'standard');
}
