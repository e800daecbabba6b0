import type { Color, Role, Square } from 'chessops';
import { Chess, type Position } from 'chessops/chess';
import type { Analysis, EngineSettings } from '../../shared/api';
import { INITIAL_FEN, isFailure } from '../../shared/chess/position';
import type { Line, SearchInfo } from '../../shared/search/info';
import { replacementPolicies, type ReplacementPolicy } from '../../shared/search/policy';
import { scoreFor } from '../../shared/search/score';
import type { Engine, Refinement } from './engine';
import { readGame, writeMove, type CastlingNotation } from './game';

/**
 * The Universal Chess Interface over our engine: text in, text out, a line at a time. Unknown words are skipped and
 * what makes no sense is ignored, as the protocol asks; with a word of explanation in an `info string`.
 *
 *     position startpos moves e2e4
 *     go depth 10
 *     info depth 10 seldepth 21 multipv 1 score cp -31 nodes … pv e7e5 …
 *     bestmove e7e5 ponder g1f3
 */
export interface UciOptions {
  name: string;
  author: string;
  settings: EngineSettings;
  maxThreads: number;
}

const MAX_HASH_MB = 4096;
const MAX_LINES = 100;
/** Kept back from a clock for what lies between us and it. */
const OVERHEAD_MS = 10;
/** Moves that the remaining time has to last for, when no control is near. */
const MOVES_TO_GO = 30;
/** No iteration is begun when this share of the time for a move has gone: it would hardly be finished. */
const SOFT_SHARE = 0.6;
/** A move in trouble may take so many times its share, but not more than this part of the clock. */
const HARD_FACTOR = 3;
const HARD_SHARE = 0.5;

const COMMANDS = ['uci', 'isready', 'ucinewgame', 'setoption', 'position', 'go', 'stop', 'ponderhit', 'quit', 'debug'];
const GO_WORDS = [
  ...['searchmoves', 'ponder', 'wtime', 'btime', 'winc', 'binc', 'movestogo', 'depth', 'nodes', 'mate', 'movetime'],
  'infinite',
];

/** One search, from `go` to `bestmove`. */
interface Go {
  id: number;
  /** What ends it on the clock; counts from `ponderhit` when pondering. */
  clock: Clock | undefined;
  /** `bestmove` may not be sent before `stop` (infinite) or `ponderhit`. */
  held: boolean;
  /** Ended by itself while it was held. */
  ended: SearchInfo | undefined;
  /** Stop when a mate in so many moves is seen. */
  mate: number | undefined;
  /** The side to move: whose view UCI scores take. */
  pov: Color;
  /** To be played if the search is stopped before it has looked at anything. */
  fallback: string | undefined;
  shown: string;
}

interface Clock {
  softMs: number;
  hardMs: number;
}

/** One conversation. Every `go` gets its `bestmove`, in the order in which they were asked, also one that was superseded. */
export class Uci {
  private readonly engine: Engine;
  private readonly options: UciOptions;
  private readonly out: (line: string) => void;
  private wanted: EngineSettings;
  private fen: string = INITIAL_FEN;
  private moves: string[] = [];
  private turn: Color = 'white';
  private fallback = firstMove(Chess.default(), 'standard');
  private go: Go | undefined;
  /** Searches whose bestmove has not been sent, in order; the last one is `go`. */
  private readonly owed: Go[] = [];
  private timers: NodeJS.Timeout[] = [];
  private quit: () => void = () => undefined;
  /** Resolves at `quit`. */
  readonly done: Promise<void>;

  constructor(engine: Engine, options: UciOptions, out: (line: string) => void) {
    this.engine = engine;
    this.options = options;
    this.out = out;
    this.wanted = { ...options.settings };
    this.done = new Promise((resolve) => (this.quit = resolve));
    engine.listen({
      searchInfo: (info) => this.showInfo(info),
      searchEnded: (id, last) => this.end(id, last),
      notice: ({ failure }) => this.tell(failure),
    });
  }

  /** One line from the other side. */
  async receive(line: string): Promise<void> {
    const words = line.trim().split(/\s+/);
    const start = words.findIndex((word) => COMMANDS.includes(word));
    if (start === -1) return;
    const [command, ...rest] = words.slice(start);
    switch (command) {
      case 'uci':
        this.introduce();
        break;
      case 'isready':
        await this.engine.warmUp();
        this.out('readyok');
        break;
      case 'ucinewgame':
        this.engine.clearTable();
        break;
      case 'setoption':
        this.setOption(rest);
        break;
      case 'position':
        this.setPosition(rest);
        break;
      case 'go':
        this.begin(rest);
        break;
      case 'stop':
        this.stop();
        break;
      case 'ponderhit':
        this.ponderHit();
        break;
      case 'quit':
        this.clearTimers();
        this.quit();
        break;
      case 'debug':
        break;
    }
  }

  private tell(text: string): void {
    this.out(`info string ${text}`);
  }

  private introduce(): void {
    const { name, author, settings, maxThreads } = this.options;
    this.out(`id name ${name}`);
    this.out(`id author ${author}`);
    this.out(`option name Hash type spin default ${settings.hashMb} min 1 max ${MAX_HASH_MB}`);
    this.out('option name Clear Hash type button');
    this.out(`option name Threads type spin default ${settings.threads} min 1 max ${maxThreads}`);
    this.out(`option name MultiPV type spin default ${settings.lines} min 1 max ${MAX_LINES}`);
    this.out('option name Ponder type check default false');
    this.out('option name UCI_Chess960 type check default false');
    const policies = replacementPolicies.map((policy) => `var ${policy}`).join(' ');
    this.out(`option name Replacement type combo default ${replacementPolicies[0]} ${policies}`);
    this.out('uciok');
  }

  /* ---- setoption name … value … --------------------------------------------------------------------------------- */

  private setOption(words: string[]): void {
    const at = words.indexOf('value');
    const name = words.slice(1, at === -1 ? undefined : at).join(' ');
    const value = at === -1 ? '' : words.slice(at + 1).join(' ');
    if (words[0] !== 'name') return;
    switch (name.toLowerCase()) {
      case 'hash':
        this.setNumber('hashMb', name, value, MAX_HASH_MB);
        break;
      case 'threads':
        this.setNumber('threads', name, value, this.options.maxThreads);
        break;
      case 'multipv':
        this.setNumber('lines', name, value, MAX_LINES);
        break;
      case 'clear hash':
        this.engine.clearTable();
        break;
      case 'uci_chess960':
        this.engine.castling = value === 'true' ? 'chess960' : 'standard';
        break;
      case 'replacement': {
        const policy: ReplacementPolicy | undefined = replacementPolicies.find((known) => known === value);
        if (policy) this.configure({ policy });
        else this.tell(`Replacement knows ${replacementPolicies.join(', ')}, not "${value}"`);
        break;
      }
      case 'ponder':
        // Told for the clock's sake only; we ponder when asked to.
        break;
      default:
        this.tell(`no option "${name}"`);
    }
  }

  private setNumber(field: 'hashMb' | 'threads' | 'lines', name: string, text: string, most: number): void {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > most) this.tell(`${name} goes from 1 to ${most}, not "${text}"`);
    else this.configure({ [field]: value });
  }

  private configure(change: Partial<EngineSettings>): void {
    this.wanted = { ...this.wanted, ...change };
    void this.engine.configure(this.wanted).then((settings) => (this.wanted = { ...settings }));
  }

  /* ---- position [startpos | fen …] moves … ---------------------------------------------------------------------- */

  private setPosition(words: string[]): void {
    const at = words.indexOf('moves');
    const place = words.slice(0, at === -1 ? undefined : at);
    const moves = at === -1 ? [] : words.slice(at + 1);
    if (place[0] !== 'startpos' && place[0] !== 'fen') return;
    const fen = place[0] === 'startpos' ? INITIAL_FEN : place.slice(1).join(' ');
    const game = readGame(fen, moves);
    if (isFailure(game)) {
      this.tell(`${game.failure}; the position stays as it was`);
      return;
    }
    this.fen = fen;
    this.moves = moves;
    this.turn = game.position.turn;
    this.fallback = firstMove(game.position, this.engine.castling);
  }

  /* ---- go … ----------------------------------------------------------------------------------------------------- */

  private begin(words: string[]): void {
    const asked = readGo(words);
    const number = (word: string): number | undefined => {
      const value = Number(asked.get(word)?.[0]);
      return Number.isFinite(value) && value >= 0 ? value : undefined;
    };
    const moveTime = number('movetime');
    const mine = this.turn === 'white' ? 'w' : 'b';
    const time = number(`${mine}time`);
    const clock: Clock | undefined =
      moveTime !== undefined
        ? { softMs: Infinity, hardMs: Math.max(1, moveTime - OVERHEAD_MS / 2) }
        : time !== undefined
          ? shareOfClock(time, number(`${mine}inc`) ?? 0, number('movestogo'))
          : undefined;
    const searchMoves = asked.get('searchmoves');
    const depth = number('depth');
    const nodes = number('nodes');
    const refinement: Refinement = {
      limits: { ...(depth && { depth: Math.min(depth, 127) }), ...(nodes && { nodes }) },
      ...(searchMoves && { searchMoves }),
    };
    const pondering = asked.has('ponder');
    // A `go` during a search replaces it: its bestmove is owed first, so the old search is ended as by `stop`.
    this.stop();
    const analysis: Analysis = { fen: this.fen, moves: this.moves, limit: { kind: 'infinite' } };
    const id = this.engine.analyse(analysis, refinement);
    if (typeof id !== 'number') {
      this.tell(id.failure);
      this.out('bestmove 0000');
      return;
    }
    const go: Go = {
      id,
      clock,
      held: asked.has('infinite') || pondering,
      ended: undefined,
      mate: number('mate'),
      pov: this.turn,
      fallback: this.fallback,
      shown: '',
    };
    this.owed.push(go);
    this.go = go;
    if (!pondering) this.startClock(go);
  }

  private startClock(go: Go): void {
    this.clearTimers();
    if (!go.clock) return;
    const { softMs, hardMs } = go.clock;
    if (Number.isFinite(softMs)) this.timers.push(setTimeout(() => this.engine.stopAfterIteration(), softMs));
    this.timers.push(setTimeout(() => this.engine.stop(), hardMs));
  }

  private clearTimers(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  private stop(): void {
    this.clearTimers();
    const { go } = this;
    if (!go) return;
    go.held = false;
    if (go.ended) this.sendBestMove(go, go.ended);
    else this.engine.stop();
  }

  private ponderHit(): void {
    const { go } = this;
    if (!go?.held) return;
    go.held = false;
    if (go.ended) this.sendBestMove(go, go.ended);
    else this.startClock(go);
  }

  /* ---- info … and bestmove … ------------------------------------------------------------------------------------ */

  private showInfo(info: SearchInfo): void {
    const go = this.owed.find(({ id }) => id === info.id);
    if (!go) return;
    const key = JSON.stringify(info.lines);
    if (key === go.shown) return;
    go.shown = key;
    for (const line of info.lines)
      if (line.moves.length > 0 || line.depth === 0) this.out(this.infoLine(go, info, line));
    const best = info.lines[0];
    if (go.mate === undefined || best?.score.kind !== 'mate') return;
    const inMoves = scoreFor(best.score, go.pov).value;
    if (inMoves > 0 && inMoves <= go.mate) this.engine.stop();
  }

  private infoLine(go: Go, info: SearchInfo, line: Line): string {
    const score = scoreFor(line.score, go.pov);
    const bound = line.bound === 'exact' ? '' : ` ${line.bound}bound`;
    return (
      `info depth ${line.depth} seldepth ${line.selectiveDepth} multipv ${line.rank} ` +
      `score ${score.kind} ${score.value}${bound} nodes ${info.nodes} nps ${info.nodesPerSecond} ` +
      `hashfull ${info.table.fullPermille} time ${Math.round(info.timeMs)}` +
      (line.moves.length > 0 ? ` pv ${line.moves.join(' ')}` : '')
    );
  }

  private end(id: number, last: SearchInfo): void {
    const go = this.owed.find((one) => one.id === id);
    if (!go) return;
    if (go === this.go) this.clearTimers();
    this.showInfo(last);
    if (go.held) go.ended = last;
    else this.sendBestMove(go, last);
  }

  private sendBestMove(go: Go, last: SearchInfo): void {
    this.owed.splice(this.owed.indexOf(go), 1);
    if (this.go === go) this.go = undefined;
    const [best, reply] = last.lines[0]?.moves ?? [];
    this.out(`bestmove ${best ?? go.fallback ?? '0000'}${reply ? ` ponder ${reply}` : ''}`);
  }
}

function firstMove(position: Position, castling: CastlingNotation): string | undefined {
  for (const [from, targets] of position.allDests())
    for (const to of targets) return writeMove(position, { from, to, ...queening(position, from, to) }, castling);
  return undefined;
}

const queening = (position: Position, from: Square, to: Square): { promotion?: Role } =>
  position.board.pawn.has(from) && (to < 8 || to >= 56) ? { promotion: 'queen' } : {};

/** The words after `go`, each with what follows it up to the next known word. */
function readGo(words: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let current: string[] = [];
  for (const word of words) {
    if (GO_WORDS.includes(word)) found.set(word, (current = []));
    else current.push(word);
  }
  return found;
}

/** How long a move may take, from the clock: `movesToGo` until the next control, or nobody knows. */
export function shareOfClock(timeMs: number, incrementMs: number, movesToGo: number | undefined): Clock {
  const left = Math.max(1, timeMs - OVERHEAD_MS);
  const moves = Math.max(1, Math.min(movesToGo ?? MOVES_TO_GO, MOVES_TO_GO));
  const share = Math.min(left / moves + incrementMs * 0.8, left * 0.9);
  const hardMs = moves === 1 ? left * 0.9 : Math.min(share * HARD_FACTOR, left * HARD_SHARE);
  return { softMs: Math.max(1, Math.min(share * SOFT_SHARE, hardMs)), hardMs: Math.max(1, hardMs) };
}
