import type { Key } from './key-set';

/**
 * Small transposition tables for experiments, one for each way that the sources know to deal with a clash, two
 * positions that want the same place:
 *
 * - `always-replace`: one slot, the newcomer takes it.
 * - `next-give-up`: the slot, or the next one; are both taken, the newcomer is not stored.
 * - `next-older`: the slot, or the next one; are both taken, the older of the two gives way.
 * - `cray-blitz`: eight slots x, x + y, … x + 7y. The low n bits of the key give x, the next nine the stride y (here 1 to
 *   512, so that it is never 0). The table is 7 * 512 slots longer than 2^n, so that nothing wraps. An entry of an older
 *   search gives way first, then the shallowest.
 * - `cluster-4`: four slots side by side; the least worth gives way, remaining depth less eight per search of age. This
 *   is what the app's engine does by default.
 *
 * A slot keeps as many check bits of the key as it is told, and beside them a second, independent code of 64 bits: a
 * referee that sees what the check bits let through, and has no say.
 */
export const clashSchemes = ['always-replace', 'next-give-up', 'next-older', 'cray-blitz', 'cluster-4'] as const;
export type ClashScheme = (typeof clashSchemes)[number];

export type Bound = 'upper' | 'lower' | 'exact';
const BOUNDS: readonly Bound[] = ['upper', 'lower', 'exact'];

export interface Entry {
  depth: number;
  score: number;
  bound: Bound;
  /** As the search packs it; 0: none. */
  move: number;
}

export interface TableCounts {
  probes: number;
  hits: number;
  /** Hits that the referee knows to be another position: type 1 errors. */
  wrong: number;
  /**
   * Differences met: what a position looked up and another one, found in its slot, do not have in common. Equal
   * differences clash or do not clash together, so each counts once; of these, `wrongDifferences` clashed.
   */
  differences: number;
  wrongDifferences: number;
  stores: number;
  /** Entries of another position that gave way: type 2 errors. */
  overwritten: number;
  refused: number;
}

/** Of a table that was never asked, or of none. */
export const NO_COUNTS: Readonly<TableCounts> = {
  probes: 0,
  hits: 0,
  wrong: 0,
  differences: 0,
  wrongDifferences: 0,
  stores: 0,
  overwritten: 0,
  refused: 0,
};

const STRIDE_BITS = 9;
const CRAY_SLOTS = 8;

/** A transposition table under one of the schemes; with a referee it counts what it mistakes, and tells nobody. */
export class ClashTable {
  readonly scheme: ClashScheme;
  /** Slots that a key can name first. */
  readonly slots: number;
  /** Slots in all. */
  readonly size: number;
  readonly checkBits: number;
  readonly refereed: boolean;
  readonly counts: TableCounts = { ...NO_COUNTS };
  private readonly checkMask: number;
  private readonly checks: Uint32Array;
  private readonly referees: Uint32Array;
  private readonly scores: Int16Array;
  private readonly depths: Int8Array;
  /** Bound + 1; 0: empty. */
  private readonly bounds: Uint8Array;
  private readonly moves: Uint32Array;
  private readonly generations: Uint8Array;
  /** When the slot was written last: what "older" means. */
  private readonly written: Uint32Array;
  /** 53 bits of the referee's code of each difference met. */
  private readonly met = new Set<number>();
  private generation = 0;
  private clock = 0;
  private readonly candidates: Int32Array;

  /** `addressBits` 4 to 24, `checkBits` 0 to 32. `refereed`: the referee has a say after all, and nothing goes wrong. */
  constructor(scheme: ClashScheme, addressBits: number, { checkBits = 32, refereed = false } = {}) {
    this.scheme = scheme;
    this.refereed = refereed;
    this.slots = 2 ** addressBits;
    this.size =
      this.slots + (scheme === 'cray-blitz' ? (CRAY_SLOTS - 1) << STRIDE_BITS : scheme.startsWith('next') ? 1 : 0);
    this.checkBits = checkBits;
    this.checkMask = checkBits === 32 ? 0xffffffff : 2 ** checkBits - 1;
    this.checks = new Uint32Array(this.size);
    this.referees = new Uint32Array(2 * this.size);
    this.scores = new Int16Array(this.size);
    this.depths = new Int8Array(this.size);
    this.bounds = new Uint8Array(this.size);
    this.moves = new Uint32Array(this.size);
    this.generations = new Uint8Array(this.size);
    this.written = new Uint32Array(this.size);
    this.candidates = new Int32Array(
      scheme === 'always-replace' ? 1 : scheme === 'cluster-4' ? 4 : scheme === 'cray-blitz' ? CRAY_SLOTS : 2,
    );
  }

  newSearch(): void {
    this.generation++;
  }

  /** The slots that a key may lie in, in the order in which they are looked at. Word 0 addresses, word 1 checks. */
  private look(key: Key): Int32Array {
    const { candidates } = this;
    const first = key[0]! & (this.slots - 1);
    switch (this.scheme) {
      case 'always-replace':
        candidates[0] = first;
        break;
      case 'next-give-up':
      case 'next-older':
        candidates[0] = first;
        candidates[1] = first + 1;
        break;
      case 'cluster-4':
        for (let i = 0; i < 4; i++) candidates[i] = (first & ~3) + i;
        break;
      case 'cray-blitz': {
        // The bits above those of x; a third word has them where the first is used up.
        const stride = ((key[2]! >>> 0) & ((1 << STRIDE_BITS) - 1)) + 1;
        for (let i = 0; i < CRAY_SLOTS; i++) candidates[i] = first + i * stride;
        break;
      }
    }
    return candidates;
  }

  private isSame(slot: number, referee: Key): boolean {
    return this.referees[2 * slot] === referee[0] && this.referees[2 * slot + 1] === referee[1];
  }

  private meet(slot: number, referee: Key, clash: boolean): void {
    const low = (this.referees[2 * slot]! ^ referee[0]!) >>> 0;
    const high = (this.referees[2 * slot + 1]! ^ referee[1]!) & 0x1fffff;
    const difference = high * 0x100000000 + low;
    if (this.met.has(difference)) return;
    this.met.add(difference);
    this.counts.differences++;
    if (clash) this.counts.wrongDifferences++;
  }

  /** A copy of what is stored under the key, right or wrong. */
  probe(key: Key, referee: Key): Entry | undefined {
    const check = (key[1]! & this.checkMask) >>> 0;
    this.counts.probes++;
    for (const slot of this.look(key)) {
      if (this.bounds[slot] === 0) continue;
      const same = this.isSame(slot, referee);
      const clash = this.checks[slot] === check;
      if (!same) this.meet(slot, referee, clash);
      if (!clash || (this.refereed && !same)) continue;
      this.counts.hits++;
      if (!same) this.counts.wrong++;
      return {
        depth: this.depths[slot]!,
        score: this.scores[slot]!,
        bound: BOUNDS[this.bounds[slot]! - 1]!,
        move: this.moves[slot]!,
      };
    }
    return undefined;
  }

  store(key: Key, referee: Key, entry: Entry): void {
    const check = (key[1]! & this.checkMask) >>> 0;
    this.counts.stores++;
    const slot = this.slotFor(check, key, referee);
    if (slot === -1) {
      this.counts.refused++;
      return;
    }
    if (this.bounds[slot] !== 0 && !this.isSame(slot, referee)) this.counts.overwritten++;
    this.checks[slot] = check;
    this.referees[2 * slot] = referee[0]!;
    this.referees[2 * slot + 1] = referee[1]!;
    this.scores[slot] = entry.score;
    this.depths[slot] = entry.depth;
    this.bounds[slot] = BOUNDS.indexOf(entry.bound) + 1;
    this.moves[slot] = entry.move || this.moves[slot]!;
    this.generations[slot] = this.generation;
    this.written[slot] = ++this.clock;
  }

  /** The slot that holds the key, an empty one, or the one that gives way; -1: the newcomer has to. */
  private slotFor(check: number, key: Key, referee: Key): number {
    const candidates = this.look(key);
    for (const slot of candidates) {
      if (this.bounds[slot] === 0) {
        this.moves[slot] = 0;
        return slot;
      }
      if (this.checks[slot] === check && !(this.refereed && !this.isSame(slot, referee))) return slot;
    }
    const victim = this.victim(candidates);
    if (victim !== -1) this.moves[victim] = 0;
    return victim;
  }

  private victim(candidates: Int32Array): number {
    const age = (slot: number) => (this.generation - this.generations[slot]!) & 0xff;
    const least = (worth: (slot: number) => number) => candidates.reduce((a, b) => (worth(b) < worth(a) ? b : a));
    switch (this.scheme) {
      case 'always-replace':
        return candidates[0]!;
      case 'next-give-up':
        return -1;
      case 'next-older':
        return least((slot) => this.written[slot]!);
      case 'cray-blitz':
        return least((slot) => this.depths[slot]! - (age(slot) > 0 ? 256 : 0));
      case 'cluster-4':
        return least((slot) => this.depths[slot]! - 8 * age(slot));
    }
  }

  /** Share of occupied slots. */
  fill(): number {
    return this.bounds.reduce((sum, bound) => sum + (bound === 0 ? 0 : 1), 0) / this.size;
  }
}
