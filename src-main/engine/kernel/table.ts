import { MATE_BOUND } from './score';

/**
 * The transposition table: what a search has learnt about a position, found again by the position's key whatever
 * the moves that led to it. All threads share one table without a lock.
 *
 * An entry is 16 bytes, two words. A bucket is four of them: 64 bytes, one cache line, aligned.
 *
 *     word 0   key ^ data
 *     word 1   data:   63 62 | 61 … 56    | 55 … 48 | 47 … 32 | 31 … 16 | 15 … 0
 *                      bound | generation | depth   | eval    | score   | move
 *
 * - All 64 bits of the key are kept, although some of them already chose the bucket: an entry is taken for another
 *   position only where two positions have the same key. (Zobrist's type 1 error; what is overwritten is his type 2.)
 * - The exclusive-or makes a torn write visible. Two threads may write the two words of one entry at the same time; then
 *   word 0 ^ word 1 is nobody's key and the entry is simply not found. (Hyatt and Mann's lockless table.)
 * - Score and eval are on top of the move so that a signed load at their byte would do; the bound is highest so that
 *   "occupied" is one comparison. Occupied is a fact of its own, bound != 0: an empty entry has data 0 and would
 *   otherwise be a hit for key 0.
 * - Memory that was never written reads as zero, so a fresh table needs no clearing.
 *
 * Reading and writing are two acts. `bucketOf` gives the handle, `probe` a copy of the entry, `save` decides which
 * entry gives way. The table knows nothing of moves or boards: the search checks that a stored move is legal.
 *
 *     const bucket = bucketOf(user, key);                       // soon after the move is made: it also fetches the line
 *     const hit = probe(user, bucket, key, path);
 *     if (isHit(hit)) {
 *       const score = scoreFromTable(entryScore(hit), ply);
 *       if (judge(user, hit, score, depth, alpha, beta, mayCut)) return score;
 *       move = entryMove(hit);
 *     }
 *     …
 *     save(user, bucket, key, path, move, scoreToTable(best, ply), eval, depth, bound);
 */

export const ENTRY_BYTES: usize = 16;
export const BUCKET_ENTRIES: usize = 4;
export const BUCKET_BYTES: usize = ENTRY_BYTES * BUCKET_ENTRIES;
/** One hash of the path per entry, in inspect mode: an array of its own, so that an entry stays 16 bytes. */
export const PATH_BYTES: usize = 4;

const SCORE_SHIFT: u64 = 16;
const EVAL_SHIFT: u64 = 32;
const DEPTH_SHIFT: u64 = 48;
const GENERATION_SHIFT: u64 = 56;
const BOUND_SHIFT: u64 = 62;

/** Generations count modulo this; an age is a difference modulo this, so that it survives the wrap. */
export const GENERATIONS: i32 = 64;
/** Deepest depth that fits an entry; deeper ones are stored as this. Quiescence stores depth 0. */
export const MAX_STORED_DEPTH: i32 = 255;

// An upper bound: no move beats alpha. A lower bound: some move reaches beta.
export const BOUND_NONE: i32 = 0;
export const BOUND_UPPER: i32 = 1;
export const BOUND_LOWER: i32 = 2;
export const BOUND_EXACT: i32 = 3;

// Replacement policies, in the order of shared/search/policy.ts.
export const POLICY_DEPTH_AGE: u32 = 0;
export const POLICY_ALWAYS: u32 = 1;
export const POLICY_DEPTH: u32 = 2;
export const POLICY_TWO_TIER: u32 = 3;

/** `depth+age`: one generation of age weighs as much as this many plies of depth. */
const AGE_WEIGHT: i32 = 8;
/** The same position is kept, not overwritten, if what is there is this much deeper, as new and the newcomer not exact. */
const KEEP_DEEPER: i32 = 3;

/* ---- the table as one thread sees it -------------------------------------------------------------------------- */

/**
 * Written by the host before each search, one per thread in that thread's own cache lines: where the table is, how
 * to use it, and this thread's counters. Threads never share a counter; the host sums them.
 */
@unmanaged
export class TableUser {
  /** Address of bucket 0, a multiple of 64. */
  base: u32;
  /** Number of buckets; 0 = no table: nothing is found, nothing kept, nothing counted. */
  buckets: u32;
  /** Of this search, 0..GENERATIONS-1. */
  generation: u32;
  policy: u32;
  /** Address of the array of path hashes, in the order of the entries; 0 = not in inspect mode. */
  paths: u32;
  /** 0 = do not count. */
  counting: u32;
  /** 1 = referee mode: a second code of the position stands where the path's hash would (referee.ts). */
  referee: u32;
  reserved0: u32;
  reserved1: u64;
  reserved2: u64;
  reserved3: u64;
  reserved4: u64;
  // Counters from here: COUNTERS of them, u64 each, in the order of the COUNT_ constants.
}

/** Where the fields lie, for the host. */
export const USER_BASE: usize = offsetof<TableUser>('base');
export const USER_BUCKETS: usize = offsetof<TableUser>('buckets');
export const USER_GENERATION: usize = offsetof<TableUser>('generation');
export const USER_POLICY: usize = offsetof<TableUser>('policy');
export const USER_PATHS: usize = offsetof<TableUser>('paths');
export const USER_COUNTING: usize = offsetof<TableUser>('counting');
export const USER_REFEREE: usize = offsetof<TableUser>('referee');
export const USER_COUNTERS_OFFSET: usize = offsetof<TableUser>();
export const COUNT_PROBES: u32 = 0;
export const COUNT_HIT_EXACT: u32 = 1;
export const COUNT_HIT_LOWER: u32 = 2;
export const COUNT_HIT_UPPER: u32 = 3;
export const COUNT_HIT_MOVE_ONLY: u32 = 4;
export const COUNT_HIT_TOO_SHALLOW: u32 = 5;
export const COUNT_MISS_EMPTY: u32 = 6;
export const COUNT_MISS_OTHER: u32 = 7;
export const COUNT_STORE_EMPTY: u32 = 8;
export const COUNT_STORE_SAME: u32 = 9;
export const COUNT_STORE_OLDER: u32 = 10;
export const COUNT_STORE_SHALLOWER: u32 = 11;
export const COUNT_STORE_DEEPER: u32 = 12;
export const COUNT_STORE_REFUSED: u32 = 13;
export const COUNT_PATH_TRANSPOSITION: u32 = 14;
export const COUNT_PATH_RESEARCH: u32 = 15;
export const COUNTERS: u32 = 16;
export const USER_BYTES: usize = USER_COUNTERS_OFFSET + <usize>COUNTERS * 8;

// @ts-ignore: decorator
@inline
function count(user: TableUser, counter: u32): void {
  if (user.counting) {
    const at = changetype<usize>(user) + USER_COUNTERS_OFFSET + ((<usize>counter) << 3);
    store<u64>(at, load<u64>(at) + 1);
  }
}

/* ---- an entry ------------------------------------------------------------------------------------------------- */

/** The copy that a probe gives when nothing was found. */
export const NO_ENTRY: u64 = 0;

/** Depth is cut off at 0 and MAX_STORED_DEPTH; score and eval are 16 bits, signed. */
// @ts-ignore: decorator
@inline
export function packEntry(move: u32, score: i32, eval_: i32, depth: i32, generation: u32, bound: i32): u64 {
  return (
    <u64>(move & 0xffff) |
    ((<u64>(score & 0xffff)) << SCORE_SHIFT) |
    ((<u64>(eval_ & 0xffff)) << EVAL_SHIFT) |
    ((<u64>max(0, min(depth, MAX_STORED_DEPTH))) << DEPTH_SHIFT) |
    ((<u64>(generation & 0x3f)) << GENERATION_SHIFT) |
    ((<u64>bound) << BOUND_SHIFT)
  );
}

// @ts-ignore: decorator
@inline
export function isHit(entry: u64): bool {
  return entry >> BOUND_SHIFT != 0;
}

// @ts-ignore: decorator
@inline
export function entryMove(entry: u64): u32 {
  return <u32>(entry & 0xffff);
}

/** As stored: relative to the entry's position. `scoreFromTable` makes it relative to the root. */
// @ts-ignore: decorator
@inline
export function entryScore(entry: u64): i32 {
  return <i32>(<i16>(entry >> SCORE_SHIFT));
}

/** The static evaluation, or NO_EVAL. */
// @ts-ignore: decorator
@inline
export function entryEval(entry: u64): i32 {
  return <i32>(<i16>(entry >> EVAL_SHIFT));
}

// @ts-ignore: decorator
@inline
export function entryDepth(entry: u64): i32 {
  return <i32>((entry >> DEPTH_SHIFT) & 0xff);
}

// @ts-ignore: decorator
@inline
export function entryGeneration(entry: u64): u32 {
  return <u32>((entry >> GENERATION_SHIFT) & 0x3f);
}

// @ts-ignore: decorator
@inline
export function entryBound(entry: u64): i32 {
  return <i32>(entry >> BOUND_SHIFT);
}

/** Generations since the entry was stored, right across the wrap (an entry 64 searches old looks new again). */
// @ts-ignore: decorator
@inline
export function entryAge(entry: u64, generation: u32): i32 {
  return <i32>((generation - entryGeneration(entry)) & (GENERATIONS - 1));
}

/* ---- mate scores ---------------------------------------------------------------------------------------------- */

// In the search a mate is counted from the root; in the table from the entry's own position, so that it is true at
// whatever ply it is found. Example: at ply 4 the search sees mate at ply 7, MATE - 7; three plies from here, so
// MATE - 3 is stored; found again at ply 10 it means mate at ply 13, MATE - 13.

export function scoreToTable(score: i32, ply: i32): i32 {
  return score >= MATE_BOUND ? score + ply : score <= -MATE_BOUND ? score - ply : score;
}

export function scoreFromTable(score: i32, ply: i32): i32 {
  return score >= MATE_BOUND ? score - ply : score <= -MATE_BOUND ? score + ply : score;
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

/**
 * The handle: the address of the key's bucket, or 0 without a table. The upper half of the key, as a fraction of
 * 2^32, times the number of buckets: even for any number of them, no power of two needed.
 */
// @ts-ignore: decorator
@inline
export function bucketOf(user: TableUser, key: u64): usize {
  const buckets = user.buckets;
  if (buckets == 0) return 0;
  return <usize>user.base + ((<usize>(((key >> 32) * <u64>buckets) >> 32)) << 6);
}

/** Address of the entry that holds the key, or 0. */
// @ts-ignore: decorator
@inline
function slotOf(bucket: usize, key: u64): usize {
  for (let i: usize = 0; i < BUCKET_BYTES; i += ENTRY_BYTES) {
    const data = load<u64>(bucket + i, 8);
    if ((load<u64>(bucket + i) ^ data) == key && isHit(data)) return bucket + i;
  }
  return 0;
}

// @ts-ignore: decorator
@inline
function pathAddress(user: TableUser, slot: usize): usize {
  return <usize>user.paths + (((slot - <usize>user.base) >> 4) << 2);
}

/** True if the bucket has an empty entry. */
function hasRoom(bucket: usize): bool {
  for (let i: usize = 0; i < BUCKET_BYTES; i += ENTRY_BYTES) {
    if (!isHit(load<u64>(bucket + i, 8))) return true;
  }
  return false;
}

/**
 * A copy of the key's entry, or NO_ENTRY. Counts the probe, a miss by its kind, and in inspect mode a hit by its path;
 * every hit must go on to `judge`, which counts its use. `path` is the hash of the moves that led here (`pathAfter`).
 */
export function probe(user: TableUser, bucket: usize, key: u64, path: u32): u64 {
  if (bucket == 0) return NO_ENTRY;
  count(user, COUNT_PROBES);
  for (let i: usize = 0; i < BUCKET_BYTES; i += ENTRY_BYTES) {
    // Each word is read once: what was checked is what is used.
    const data = load<u64>(bucket + i, 8);
    if ((load<u64>(bucket + i) ^ data) == key && isHit(data)) {
      if (user.paths) {
        const same = load<u32>(pathAddress(user, bucket + i)) == path;
        count(user, same ? COUNT_PATH_RESEARCH : COUNT_PATH_TRANSPOSITION);
      }
      return data;
    }
  }
  if (user.counting) count(user, hasRoom(bucket) ? COUNT_MISS_EMPTY : COUNT_MISS_OTHER);
  return NO_ENTRY;
}

/**
 * Whether a hit ends the node, and counts what the hit was good for. `score` is the entry's, relative to the root;
 * `mayCut` is false where a cutoff is not wanted (a node of the principal variation, a root, an excluded move).
 */
export function judge(
  user: TableUser,
  entry: u64,
  score: i32,
  depth: i32,
  alpha: i32,
  beta: i32,
  mayCut: bool,
): bool {
  if (entryDepth(entry) < depth) {
    count(user, COUNT_HIT_TOO_SHALLOW);
    return false;
  }
  if (mayCut) {
    const bound = entryBound(entry);
    if (bound == BOUND_EXACT) {
      count(user, COUNT_HIT_EXACT);
      return true;
    }
    if (bound == BOUND_LOWER && score >= beta) {
      count(user, COUNT_HIT_LOWER);
      return true;
    }
    if (bound == BOUND_UPPER && score <= alpha) {
      count(user, COUNT_HIT_UPPER);
      return true;
    }
  }
  count(user, COUNT_HIT_MOVE_ONLY);
  return false;
}

/** For the eye of an observer: the key's entry, uncounted. */
export function peek(user: TableUser, key: u64): u64 {
  const bucket = bucketOf(user, key);
  const slot: usize = bucket == 0 ? 0 : slotOf(bucket, key);
  return slot == 0 ? NO_ENTRY : load<u64>(slot, 8);
}

/** The path hash beside the key's entry; 0 where there is no entry or no inspect mode. */
export function peekPath(user: TableUser, key: u64): u32 {
  const bucket = bucketOf(user, key);
  const slot: usize = bucket == 0 ? 0 : slotOf(bucket, key);
  return slot == 0 || user.paths == 0 ? 0 : load<u32>(pathAddress(user, slot));
}

/* ---- writing -------------------------------------------------------------------------------------------------- */

/**
 * Stores what was learnt about a position; `score` relative to the position (`scoreToTable`). First the entry that
 * holds the same position, then an empty one, then the one the policy names.
 */
export function save(
  user: TableUser,
  bucket: usize,
  key: u64,
  path: u32,
  move: u32,
  score: i32,
  eval_: i32,
  depth: i32,
  bound: i32,
): void {
  if (bucket == 0) return;
  const generation = user.generation;
  const policy = user.policy;

  // 1. The same position: the newcomer takes its place, unless what is there is much deeper, as new, and as good.
  const same = slotOf(bucket, key);
  if (same != 0) {
    const old = load<u64>(same, 8);
    if (
      policy != POLICY_ALWAYS &&
      bound != BOUND_EXACT &&
      entryAge(old, generation) == 0 &&
      entryDepth(old) > depth + KEEP_DEEPER
    ) {
      count(user, COUNT_STORE_REFUSED);
      return;
    }
    // A node that failed low knows no move: the one known before stays the first to try.
    write(user, same, key, path, packEntry(move ? move : entryMove(old), score, eval_, depth, generation, bound));
    count(user, COUNT_STORE_SAME);
    return;
  }

  // 2. An empty entry.
  const data = packEntry(move, score, eval_, depth, generation, bound);
  for (let i: usize = 0; i < BUCKET_BYTES; i += ENTRY_BYTES) {
    if (!isHit(load<u64>(bucket + i, 8))) {
      write(user, bucket + i, key, path, data);
      count(user, COUNT_STORE_EMPTY);
      return;
    }
  }

  // 3. The victim.
  const victim = victimOf(bucket, key, policy, depth, generation);
  if (victim == 0) {
    count(user, COUNT_STORE_REFUSED);
    return;
  }
  if (user.counting) {
    const old = load<u64>(victim, 8);
    count(
      user,
      entryAge(old, generation) != 0
        ? COUNT_STORE_OLDER
        : entryDepth(old) <= depth
          ? COUNT_STORE_SHALLOWER
          : COUNT_STORE_DEEPER,
    );
  }
  write(user, victim, key, path, data);
}

/** Address of the entry of a full bucket that gives way, or 0 if the newcomer has to. */
function victimOf(bucket: usize, key: u64, policy: u32, depth: i32, generation: u32): usize {
  // The low bits took no part in choosing the bucket.
  if (policy == POLICY_ALWAYS) return bucket + ((<usize>key & (BUCKET_ENTRIES - 1)) << 4);
  const ageWeight = policy == POLICY_DEPTH_AGE ? AGE_WEIGHT : policy == POLICY_TWO_TIER ? MAX_STORED_DEPTH + 1 : 0;
  const guarded = policy == POLICY_TWO_TIER ? BUCKET_BYTES - ENTRY_BYTES : BUCKET_BYTES;

  // Worth = depth - weight * age; the least worth gives way, the first of equals.
  let victim = bucket;
  let least = i32.MAX_VALUE;
  for (let i: usize = 0; i < guarded; i += ENTRY_BYTES) {
    const data = load<u64>(bucket + i, 8);
    const worth = entryDepth(data) - ageWeight * entryAge(data, generation);
    if (worth < least) {
      least = worth;
      victim = bucket + i;
    }
  }
  if (policy == POLICY_DEPTH_AGE || least <= depth) return victim;
  return policy == POLICY_TWO_TIER ? bucket + guarded : 0;
}

// @ts-ignore: decorator
@inline
function write(user: TableUser, slot: usize, key: u64, path: u32, data: u64): void {
  store<u64>(slot, key ^ data);
  store<u64>(slot, data, 8);
  if (user.paths) store<u32>(pathAddress(user, slot), path);
}

/* ---- paths (inspect mode) ------------------------------------------------------------------------------------- */

/**
 * The hash of a path, move by move, from any starting value that is not 0 (the game's moves make one). The order
 * counts: two orders of the same moves are two paths, which is the point. One in 2^32 are taken for another; that
 * touches statistics only.
 */
// @ts-ignore: decorator
@inline
export function pathAfter(path: u32, move: u32): u32 {
  const mixed = rotl<u32>(path ^ (move * 0x9e3779b1), 13) * 0x85ebca6b;
  return mixed ^ (mixed >> 16);
}

/* ---- the table as a whole ------------------------------------------------------------------------------------- */

/** Buckets that fit in so many bytes, path hashes included where wanted: never more memory than asked for. */
export function bucketsIn(bytes: u64, inspect: bool): u32 {
  const each: u64 = BUCKET_BYTES + (inspect ? BUCKET_ENTRIES * PATH_BYTES : 0);
  return <u32>(bytes / each);
}

/** Empties a piece of the table: the threads share the work, piece by piece, so that nobody waits long. */
export function clearBytes(from: usize, bytes: usize): void {
  memory.fill(from, 0, bytes);
}

export const SAMPLE_AGES: u32 = 8;
export const SAMPLE_DEPTHS: u32 = 64;
/** Of the sample that `sampleTable` writes, in u32: entries looked at, occupied, current, upper, lower, exact, ages, depths. */
export const SAMPLE_WORDS: u32 = 6 + SAMPLE_AGES + SAMPLE_DEPTHS;

/** Looks at `buckets` buckets, evenly spread, and writes SAMPLE_WORDS numbers at `out`. Ages and depths are cut off at the last. */
export function sampleTable(user: TableUser, buckets: u32, out: usize): void {
  memory.fill(out, 0, SAMPLE_WORDS * 4);
  const looked = min(buckets, user.buckets);
  store<u32>(out, looked * <u32>BUCKET_ENTRIES);
  for (let n: u32 = 0; n < looked; n++) {
    const bucket = <usize>user.base + ((<usize>((<u64>n * <u64>user.buckets) / <u64>looked)) << 6);
    for (let i: usize = 0; i < BUCKET_BYTES; i += ENTRY_BYTES) {
      const data = load<u64>(bucket + i, 8);
      if (!isHit(data)) continue;
      const age = <u32>entryAge(data, user.generation);
      tally(out, 1);
      if (age == 0) tally(out, 2);
      tally(out, 2 + <u32>entryBound(data));
      tally(out, 6 + min(age, SAMPLE_AGES - 1));
      tally(out, 6 + SAMPLE_AGES + min(<u32>entryDepth(data), SAMPLE_DEPTHS - 1));
    }
  }
}

// @ts-ignore: decorator
@inline
function tally(out: usize, word: u32): void {
  const at = out + ((<usize>word) << 2);
  store<u32>(at, load<u32>(at) + 1);
}
