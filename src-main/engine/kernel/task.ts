import { COUNTERS, CONTROL_SHARED, REPORT, threadArea } from './memory';
import { TableUser } from './table';

/**
 * Where host and search meet: what the host asks of a search thread, and what it reads back while the thread runs.
 * All of it lies in the thread's own area, and the host reads without stopping anyone.
 *
 *     area + 0x400   TableUser        the table as this thread sees it, and its counters (table.ts)
 *     area + 0x500   Task             limits, then what is counted while searching
 *     area + 0x600   root moves       u16 each, to be searched exclusively (UCI's searchmoves)
 *     area + 0x1000  report           the lines, guarded by a version number
 */

/** i32, atomic: not 0 asks thread 0 to begin no further iteration; what runs is finished. STOP_FLAG ends at once. */
export const SOFT_STOP: usize = CONTROL_SHARED;

/** For the host's own use: where it lets `sampleTable` write. */
export const HOST_SCRATCH: usize = CONTROL_SHARED + 64;

/** A TableUser that belongs to no thread: the table as the host looks at it. */
export const OBSERVER: usize = CONTROL_SHARED + 1024;

export const TABLE_USER: usize = COUNTERS;
export const TASK: usize = COUNTERS + 0x100;
export const ROOT_MOVES: usize = COUNTERS + 0x200;
export const MAX_ROOT_MOVES: i32 = 256;

/** Written by the host before `search`, except where it says otherwise. */
@unmanaged
export class Task {
  /** Counted by the search: nodes of this thread since `search` began. */
  nodes: u64;
  /** Nodes of all threads together after which thread 0 ends; u64's greatest value: no limit. */
  nodeLimit: u64;
  /** Nodes of this thread at which those of all are counted next (stop.ts). */
  countAgainAt: u64;
  /** Deepest iteration, in plies. */
  maxDepth: u32;
  /** Lines to find (MultiPV), at least 1. */
  lines: u32;
  /** From 0. Thread 0 reports and ends the search for all; the others fill the table. */
  thread: u32;
  /** How many threads search. */
  threads: u32;
  /** Number of moves at ROOT_MOVES; 0 = all legal ones. */
  rootMoves: u32;
  /** Hash of the moves of the game up to the root (`pathAfter`), for inspect mode; never 0. */
  rootPath: u32;
  /** Set by the search: the iteration it is in, and the deepest ply any line reached in it. */
  depth: u32;
  selectiveDepth: u32;
}

// Where the fields lie, for the host.
export const TASK_NODES: usize = offsetof<Task>('nodes');
export const TASK_NODE_LIMIT: usize = offsetof<Task>('nodeLimit');
export const TASK_COUNT_AGAIN_AT: usize = offsetof<Task>('countAgainAt');
export const TASK_MAX_DEPTH: usize = offsetof<Task>('maxDepth');
export const TASK_LINES: usize = offsetof<Task>('lines');
export const TASK_THREAD: usize = offsetof<Task>('thread');
export const TASK_THREADS: usize = offsetof<Task>('threads');
export const TASK_ROOT_MOVES: usize = offsetof<Task>('rootMoves');
export const TASK_ROOT_PATH: usize = offsetof<Task>('rootPath');
export const TASK_DEPTH: usize = offsetof<Task>('depth');

/**
 * The report: u32 version, odd while it is being written; u32 number of lines; then the lines, best first.
 * The host copies it between two readings of an equal, even version.
 */
export const REPORT_VERSION: usize = REPORT;
export const REPORT_COUNT: usize = REPORT + 4;
export const REPORT_LINES: usize = REPORT + 64;
export const REPORT_LINE_BYTES: usize = 512;
export const MAX_LINES: u32 = 100;

/** One line; its moves (u16 each) follow. */
@unmanaged
export class ReportLine {
  depth: u32;
  selectiveDepth: u32;
  /** For the side to move at the root (score.ts). */
  score: i32;
  /** BOUND_EXACT, or a bound when the score fell outside the aspiration window. */
  bound: u32;
  length: u32;
}
/** Where the moves begin in a line. */
export const REPORT_MOVES: usize = offsetof<ReportLine>();
export const LINE_DEPTH: usize = offsetof<ReportLine>('depth');
export const LINE_SELECTIVE_DEPTH: usize = offsetof<ReportLine>('selectiveDepth');
export const LINE_SCORE: usize = offsetof<ReportLine>('score');
export const LINE_BOUND: usize = offsetof<ReportLine>('bound');
export const LINE_LENGTH: usize = offsetof<ReportLine>('length');
export const MAX_REPORT_MOVES: u32 = 240;

export function tableUser(thread: i32): usize {
  return threadArea(thread) + TABLE_USER;
}

export function task(thread: i32): usize {
  return threadArea(thread) + TASK;
}

// @ts-ignore: decorator
@inline
export function tableUserOf(area: usize): TableUser {
  return changetype<TableUser>(area + TABLE_USER);
}

// @ts-ignore: decorator
@inline
export function taskOf(area: usize): Task {
  return changetype<Task>(area + TASK);
}

/** The n-th line of a thread's report, from 0. */
// @ts-ignore: decorator
@inline
export function reportLine(area: usize, n: u32): ReportLine {
  return changetype<ReportLine>(area + REPORT_LINES + <usize>n * REPORT_LINE_BYTES);
}

/** Opens the report for writing: the version becomes odd. */
export function beginReport(area: usize): void {
  atomic.store<u32>(area + REPORT_VERSION, load<u32>(area + REPORT_VERSION) | 1);
}

/** Closes it: the version becomes the next even one. */
export function endReport(area: usize, lines: u32): void {
  store<u32>(area + REPORT_COUNT, lines);
  atomic.store<u32>(area + REPORT_VERSION, (load<u32>(area + REPORT_VERSION) | 1) + 1);
}
