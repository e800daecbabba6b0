/** How the search divides its two places in the memory (memory.ts): the read-only tables and each thread's data. */

import { SEARCH_DATA, SEARCH_TABLES } from './memory';

// Read-only, written once.

/** i32 per weight (weights.ts). */
export const WEIGHTS_AT: usize = SEARCH_TABLES;
/** u8 per [depth][move number], 64 × 64: late move reductions in plies (search.ts). */
export const REDUCTIONS: usize = SEARCH_TABLES + 0x2000;
/** A bit per position of king and pawn against king (kpk.ts). */
export const KPK_BITS: usize = SEARCH_TABLES + 0x4000;

/** The network's weights (network.ts). */
export const NETWORK: usize = SEARCH_TABLES + 0xc000;

// Per thread, as offsets from the thread's area.

/** What one search is about (frame.ts). */
export const SEARCH_STATE: usize = SEARCH_DATA;
/** The scratch of one evaluation (evaluation-side.ts); not at the same place of a page as the position it is read beside. */
export const EVALUATION: usize = SEARCH_DATA + 0x1600;
/** A frame per ply (frame.ts): 64 KiB. */
export const FRAMES: usize = SEARCH_DATA + 0x2000;
/** Principal variations, 128 moves of u16 per ply: 64 KiB. */
export const LINES: usize = SEARCH_DATA + 0x12000;
/** A record of 512 bytes per root move (root.ts): 128 KiB. */
export const ROOT: usize = SEARCH_DATA + 0x22000;
/** i16 per [color][from and to]: 16 KiB (history.ts). */
export const QUIET_HISTORY: usize = SEARCH_DATA + 0x42000;
/** i16 per [piece][to][role captured], 8 roles to a row: 12 KiB. */
export const CAPTURE_HISTORY: usize = SEARCH_DATA + 0x46000;
/** u16 per [piece][to]: the reply that refuted that move. */
export const COUNTERMOVES: usize = SEARCH_DATA + 0x4a000;
/** i16 per [piece][to] of an earlier move and [piece][to] of this one, and a slice for no move: 1.2 MiB. */
export const CONTINUATION_HISTORY: usize = SEARCH_DATA + 0x50000;
export const CONTINUATION_SLICE: usize = 768 * 2;
export const CONTINUATION_END: usize = CONTINUATION_HISTORY + 769 * CONTINUATION_SLICE;
/** PAWN_ENTRIES of 64 bytes (pawns.ts): 512 KiB. */
export const PAWN_TABLE: usize = SEARCH_DATA + 0x180000;
export const PAWN_ENTRIES: usize = 8192;
/** EVALUATED_ENTRIES of 8 bytes (evaluated.ts): 256 KiB. */
export const EVALUATED: usize = PAWN_TABLE + PAWN_ENTRIES * 64;
export const EVALUATED_ENTRIES: usize = 32768;
/** The network's sums by ply, 128 KiB, and what finding them takes (network.ts, which also says where it ends). */
export const SUMS: usize = EVALUATED + EVALUATED_ENTRIES * 8;
