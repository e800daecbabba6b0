/**
 * The map of the one memory that every kernel instance shares. Nothing here is allocated and the kernel has no
 * static data: each worker thread instantiates the same binary over the same memory, and an instance that
 * initialised data or ran an allocator of its own would overwrite what the others are using. So every address
 * is either a constant of this file or comes in as a pointer.
 *
 *     0x000000  unused, so that a null pointer is never a place
 *     0x001000  control block: stop flag and what the search threads share (4 KiB)
 *     0x002000  read-only tables, written once by `writeTables` before any thread starts
 *     0x200000  thread areas, THREAD_BYTES each: position, states, move lists, search data, counters
 *     …         tableStart(threads): the transposition table, to the end of the memory
 *
 * A thread area, from its start:
 *
 *     0x000000  Position                          (its fields: position.ts)
 *     0x000400  counters, 128 of 8 bytes
 *     0x001000  report: results for the host to read, such as a principal variation (60 KiB)
 *     0x010000  states, one per ply: the game's history and then the search (1 MiB, 32,768 of 32 bytes)
 *     0x110000  move lists, one per search ply: 256 plies of 256 moves, 2 KiB each (512 KiB)
 *     0x190000  search data: killers, histories, pawn table, … (search.ts divides it, to the end)
 */

/** Squares, moves and roles are data of the rules; this file is only about places. */
export const CONTROL: usize = 0x1000;
/** i32, atomic: not 0 asks every thread to stop. */
export const STOP_FLAG: usize = CONTROL;
/** i32: what the checked build found wrong before it trapped; see check.ts. */
export const FAULT: usize = CONTROL + 4;
/** From here the control block belongs to table and search. */
export const CONTROL_SHARED: usize = CONTROL + 64;
export const CONTROL_END: usize = CONTROL + 0x1000;

/** The 781 figures as published; the host copies them here, then calls `writeTables`. */
export const RANDOM64: usize = 0x2000;
/** u64 per [piece][square]; the 13th piece is the empty square, all zeros. */
export const PIECE_KEYS: usize = RANDOM64 + 0x2000;
/** u64 per set of castling rights. */
export const CASTLING_KEYS: usize = PIECE_KEYS + 13 * 64 * 8;
/** u64 per en passant square; [64], none, is zero. */
export const EP_KEYS: usize = CASTLING_KEYS + 16 * 8;
export const TURN_KEY: usize = EP_KEYS + 65 * 8;

/**
 * u64 per [role][square]: attacks on an empty board, 512 bytes a role in the order of the roles; the pawn's place is empty,
 * and its attacks stand behind, per [white, black][square].
 */
export const PIECE_RAYS: usize = 0x6000;
export const KNIGHT_ATTACKS: usize = PIECE_RAYS + 512;
export const BISHOP_RAYS: usize = PIECE_RAYS + 2 * 512;
export const ROOK_RAYS: usize = PIECE_RAYS + 3 * 512;
export const QUEEN_RAYS: usize = PIECE_RAYS + 4 * 512;
export const KING_ATTACKS: usize = PIECE_RAYS + 5 * 512;
export const PAWN_ATTACKS: usize = PIECE_RAYS + 6 * 512;

/** 32 bytes per square: mask u64, magic u64, shift u64, address of the attacks u32. */
export const ROOK_MAGICS: usize = 0x7000;
export const BISHOP_MAGICS: usize = ROOK_MAGICS + 64 * 32;

/** u64 per [a][b]: the squares strictly between, and the whole line through both; empty if not aligned. */
export const BETWEEN: usize = 0x8000;
export const LINE: usize = BETWEEN + 0x8000;

/** Slider attacks, 107,648 sets. */
export const SLIDER_ATTACKS: usize = LINE + 0x8000;
export const SLIDER_ATTACKS_END: usize = SLIDER_ATTACKS + 107648 * 8;

/** i32 per [piece][square]: middlegame and endgame score packed, from White's side; the empty square is zero. */
export const PIECE_SQUARE_SCORES: usize = 0x0f0000;
/** From here the read-only area belongs to the search (reductions, evaluation parameters, …). */
export const SEARCH_TABLES: usize = 0x0f2000;
export const SEARCH_TABLES_END: usize = 0x200000;

export const THREADS_START: usize = 0x200000;
export const THREAD_BYTES: usize = 0x400000;
export const MAX_THREADS: i32 = 64;

export const POSITION: usize = 0;
export const COUNTERS: usize = 0x400;
export const REPORT: usize = 0x1000;
export const STATES: usize = 0x10000;
export const MAX_STATES: i32 = 32768;
export const MOVE_LISTS: usize = 0x110000;
export const MOVE_LIST_BYTES: usize = 2048;
export const MAX_PLY: i32 = 256;
export const SEARCH_DATA: usize = 0x190000;

/** Address of a thread's area, threads counted from 0. */
// @ts-ignore: decorator
@inline
export function threadArea(thread: i32): usize {
  return THREADS_START + (thread as usize) * THREAD_BYTES;
}

/** Address of the first byte that no thread area takes when so many threads run. */
export function tableStart(threads: i32): usize {
  return threadArea(threads);
}
