/** How the search divides its two places in the memory (memory.ts): the read-only tables and each thread's data. */

import { SEARCH_DATA, SEARCH_TABLES } from './memory';

// Read-only, written once.

/** i32 per weight (weights.ts). */
export const WEIGHTS_AT: usize = SEARCH_TABLES;
/** u8 per [depth][move number], 64 × 64: late move reductions in plies. */
export const REDUCTIONS: usize = SEARCH_TABLES + 0x2000;
/** A bit per king and pawn against king, see kpk.ts. */
export const KPK_BITS: usize = SEARCH_TABLES + 0x4000;

// Per thread, as offsets from the thread's area.

/** Search.bytes: what one search is about (search.ts). */
export const SEARCH_STATE: usize = SEARCH_DATA;
/** The scratch of one evaluation (evaluate.ts). */
export const EVALUATION: usize = SEARCH_DATA + 0x1000;
/** A frame per ply (stack.ts), 64 KiB. */
export const STACK: usize = SEARCH_DATA + 0x2000;
/** Principal variations, u16 per [ply][ply]: 128 KiB. */
export const LINES: usize = SEARCH_DATA + 0x12000;
/** i16 per [colour][from][to]: 16 KiB. */
export const QUIET_HISTORY: usize = SEARCH_DATA + 0x32000;
/** i16 per [piece][to][role captured]: 16 KiB. */
export const CAPTURE_HISTORY: usize = SEARCH_DATA + 0x36000;
/** u16 per [piece][to]: the reply that refuted it. */
export const COUNTERMOVES: usize = SEARCH_DATA + 0x3a000;
/** i16 per [piece][to] of the move before and [piece][to] of this one: 1.2 MiB. */
export const CONTINUATION_HISTORY: usize = SEARCH_DATA + 0x40000;
export const CONTINUATION_BYTES: usize = 768 * 768 * 2;
/** PAWN_ENTRIES of 64 bytes (pawns.ts): 512 KiB. */
export const PAWN_TABLE: usize = CONTINUATION_HISTORY + CONTINUATION_BYTES;
export const PAWN_ENTRIES: usize = 8192;
export const SEARCH_DATA_END: usize = PAWN_TABLE + PAWN_ENTRIES * 64;
