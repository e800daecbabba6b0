import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, Engine } from './engine';
import { shareOfClock, Uci } from './uci';

/** A dialogue with the engine: what is said to it, and waiting for the line that answers. */
class Dialogue {
  readonly heard: string[] = [];
  private waiting: { pattern: RegExp; resolve: (line: string) => void } | undefined;
  readonly uci: Uci;

  constructor(engine: Engine) {
    const settings = { ...DEFAULT_SETTINGS, hashMb: 1 };
    this.uci = new Uci(engine, { name: 'Threefold 1', author: 'us', settings, maxThreads: 4 }, (line) => {
      this.heard.push(line);
      if (this.waiting?.pattern.test(line)) this.waiting.resolve(line);
    });
  }

  say(...lines: string[]): void {
    for (const line of lines) void this.uci.receive(line);
  }

  /** The next line that fits, said from now on. */
  hear(pattern: RegExp): Promise<string> {
    return new Promise((resolve) => (this.waiting = { pattern, resolve }));
  }

  /** Says something and waits for the answer, which may come at once. */
  async ask(line: string, pattern: RegExp): Promise<string> {
    const answer = this.hear(pattern);
    this.say(line);
    return answer;
  }
}

let engine: Engine;
let gui: Dialogue;
beforeEach(async () => {
  engine = await Engine.create({ settings: { ...DEFAULT_SETTINGS, hashMb: 1 } });
  gui = new Dialogue(engine);
});
afterEach(() => engine.close());

describe('the dialogue', () => {
  it('introduces itself', async () => {
    await gui.ask('uci', /^uciok$/);
    expect(gui.heard[0]).toBe('id name Threefold 1');
    for (const name of ['Hash', 'Clear Hash', 'Threads', 'MultiPV', 'Ponder', 'UCI_Chess960', 'Replacement'])
      expect(gui.heard.some((line) => line.startsWith(`option name ${name} type `))).toBe(true);
    expect(gui.heard.at(-2)).toBe(
      'option name Replacement type combo default depth+age var depth+age var always var depth var two-tier',
    );
  });

  it('is ready, also while searching', async () => {
    await gui.ask('isready', /^readyok$/);
    gui.say('go infinite');
    await gui.ask('isready', /^readyok$/);
    await gui.ask('stop', /^bestmove/);
  });

  it('plays a move at a depth', async () => {
    gui.say('position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6');
    expect(await gui.ask('go depth 4', /^bestmove/)).toMatch(/^bestmove h5f7$/);
    expect(gui.heard.at(-2)).toMatch(
      /^info depth \d+ seldepth \d+ multipv 1 score mate 1 nodes \d+ nps \d+ hashfull \d+ time \d+ pv h5f7$/,
    );
  });

  it('counts scores from the side to move', async () => {
    gui.say('position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1');
    await gui.ask('go depth 3', /^bestmove/);
    expect(gui.heard.at(-2)).toMatch(/score cp -\d+/);
  });

  it('reports several lines', async () => {
    gui.say('setoption name MultiPV value 3');
    await gui.ask('go depth 4', /^bestmove/);
    for (const n of [1, 2, 3]) expect(gui.heard.some((line) => line.includes(` multipv ${n} `))).toBe(true);
  });

  it('searches the moves it is told to', async () => {
    expect(await gui.ask('go depth 3 searchmoves a2a3', /^bestmove/)).toMatch(/^bestmove a2a3/);
  });

  it('ends at a number of nodes', async () => {
    await gui.ask('go nodes 5000', /^bestmove/);
    const nodes = Number(/nodes (\d+)/.exec(gui.heard.findLast((line) => line.startsWith('info depth'))!)![1]);
    expect(nodes).toBeLessThanOrEqual(5100);
  });

  it('ends on the clock', async () => {
    expect(await gui.ask('go movetime 30', /^bestmove/)).toMatch(/^bestmove [a-h]/);
    expect(await gui.ask('go wtime 300 btime 300 winc 0 binc 0', /^bestmove/)).toMatch(/^bestmove [a-h]/);
  });

  it('looks for a mate in so many moves', async () => {
    gui.say('position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1');
    expect(await gui.ask('go mate 2', /^bestmove/)).toMatch(/^bestmove a1a6/);
  });

  it('keeps an infinite search’s move until it is stopped', async () => {
    // One legal move, and mate after it: there is nothing more to find.
    gui.say('position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1', 'go infinite');
    await gui.ask('isready', /^readyok$/);
    expect(gui.heard.filter((line) => line.startsWith('bestmove'))).toEqual([]);
    expect(await gui.ask('stop', /^bestmove/)).toBe('bestmove 0000');
  });

  it('ponders until the move is played', async () => {
    gui.say('position startpos moves e2e4 e7e5', 'go ponder wtime 200 btime 200');
    await gui.ask('isready', /^readyok$/);
    expect(gui.heard.filter((line) => line.startsWith('bestmove'))).toEqual([]);
    expect(await gui.ask('ponderhit', /^bestmove/)).toMatch(/^bestmove [a-h]/);
  });

  it('writes castling as asked for', async () => {
    const castles = 'position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    gui.say(castles);
    expect(await gui.ask('go depth 1 searchmoves e1g1', /^bestmove/)).toBe('bestmove e1g1');
    gui.say('setoption name UCI_Chess960 value true', castles);
    expect(await gui.ask('go depth 1 searchmoves e1h1', /^bestmove/)).toMatch(/^bestmove e1h1/);
  });

  it('owes one bestmove for every go', async () => {
    gui.say('go infinite', 'position startpos moves d2d4');
    await gui.ask('go depth 2', /^bestmove [a-h][78]/);
    expect(gui.heard.filter((line) => line.startsWith('bestmove'))).toHaveLength(2);
  });

  it('finds memory again after a new size, a clearing, a new game', async () => {
    gui.say('setoption name Hash value 8', 'setoption name Clear Hash', 'ucinewgame', 'setoption name Threads value 2');
    await gui.ask('isready', /^readyok$/);
    expect(await gui.ask('go depth 3', /^bestmove/)).toMatch(/^bestmove [a-h]/);
    expect(engine.settings).toMatchObject({ hashMb: 8, threads: 2 });
  });

  it('ends at quit', async () => {
    gui.say('go infinite', 'quit');
    await gui.uci.done;
  });
});

describe('bad input', () => {
  it.each([
    'xyzzy',
    '',
    'stop',
    'ponderhit',
    'position',
    'position fen',
    'position fen 8/8/8/8/8/8/8/8 w - - 0 1',
    'position startpos moves e2e5',
    'setoption',
    'setoption name Hash value none',
    'setoption name Hash value 99999999',
    'setoption name Nonsense value 3',
    'setoption name Replacement value random',
    'debug on',
  ])('%j harms nothing', async (line) => {
    gui.say(line);
    await gui.ask('isready', /^readyok$/);
    expect(await gui.ask('go depth 1', /^bestmove/)).toMatch(/^bestmove [a-h][12]/);
    expect(engine.settings.hashMb).toBe(1);
  });

  it('skips words it does not know before a command', async () => {
    await gui.ask('joho isready', /^readyok$/);
  });

  it('says what it ignored', async () => {
    expect(await gui.ask('position startpos moves e2e5', /^info string/)).toMatch(/move 1, "e2e5", is not legal/);
  });

  it('of a root move that is not one', async () => {
    expect(await gui.ask('go searchmoves e2e5', /^bestmove/)).toBe('bestmove 0000');
  });
});

describe('whatever comes', () => {
  const words = fc.constantFrom(
    ...['uci', 'isready', 'ucinewgame', 'setoption', 'position', 'go', 'stop', 'ponderhit', 'debug', 'name', 'value'],
    ...[
      'Hash',
      'Threads',
      'MultiPV',
      'startpos',
      'fen',
      'moves',
      'e2e4',
      'e7e5',
      'depth',
      'nodes',
      'movetime',
      'wtime',
    ],
    ...['searchmoves', 'mate', 'ponder', 'movestogo', '1', '2', '-1', 'NaN', '1e9', 'w', 'KQkq', '-', '0000', ''],
  );
  it('every go gets one bestmove, and it stays ready', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(words, { maxLength: 8 }), { maxLength: 12 }), async (lines) => {
        const before = gui.heard.length;
        const said = lines.map((line) => line.join(' '));
        gui.say(...said, 'stop');
        // What was begun has been stopped; a last search shows that nothing is owed any more.
        gui.say('setoption name Hash value 1', 'setoption name Threads value 1', 'position startpos moves a2a3');
        await gui.ask('isready', /^readyok$/);
        await gui.ask('go depth 1 searchmoves h7h5', /^bestmove h7h5/);
        // (No search that is stopped at once answers with that move: it is not the first there is.)
        const goes = said.filter((line) => firstCommand(line) === 'go').length + 1;
        expect(gui.heard.slice(before).filter((line) => line.startsWith('bestmove'))).toHaveLength(goes);
      }),
      { numRuns: 60 },
    );
  });
  const COMMANDS = [
    'uci',
    'isready',
    'ucinewgame',
    'setoption',
    'position',
    'go',
    'stop',
    'ponderhit',
    'quit',
    'debug',
  ];
  const firstCommand = (line: string) => line.split(' ').find((word) => COMMANDS.includes(word));
});

describe('the clock', () => {
  it('is never overdrawn', () => {
    for (const time of [1, 10, 50, 1000, 60_000])
      for (const increment of [0, 100, 5000])
        for (const toGo of [undefined, 1, 2, 40]) {
          const { softMs, hardMs } = shareOfClock(time, increment, toGo);
          expect(hardMs).toBeLessThanOrEqual(Math.max(1, time));
          expect(softMs).toBeLessThanOrEqual(hardMs);
          expect(softMs).toBeGreaterThan(0);
        }
  });
});
