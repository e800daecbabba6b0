import { parseFen } from 'chessops/fen';
import { expect, it } from 'vitest';
import { Kernel } from '../../src-main/engine/kernel';
import { makeKernelBoard } from './kernel-board';

it.each(['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R'])(
  'the board that was loaded: %s',
  async (fen) => {
    const kernel = await Kernel.load('node_modules/.cache/threefold/kernel.wasm');
    kernel.position(0).load(parseFen(`${fen} w - - 0 1`).unwrap());
    const { exports, memory } = kernel;
    const at = exports.threadArea(0) + Number(exports.POSITION.value) + Number(exports.BOARD.value);
    expect(makeKernelBoard(new Uint8Array(memory.buffer, at, 64))).toBe(fen);
  },
);
