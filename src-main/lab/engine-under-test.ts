import { parseFen } from 'chessops/fen';
import { fileURLToPath } from 'node:url';
import type { EngineUnderTest } from '../../shared/lab/engine-collisions';
import { builtFile } from '../engine/built';
import { Kernel } from '../engine/kernel';
import { SearchKernel, type TableUse } from '../engine/kernel-search';

const BUCKET_BYTES = 64;
/** A code of 4 bytes for each of its four entries. */
const REFEREE_BYTES = 16;
const THREAD = 0;

/** The app's engine on this very thread, with a memory of its own, so that its figures may be replaced. */
export async function loadEngineUnderTest(): Promise<EngineUnderTest> {
  const kernel = await Kernel.load(fileURLToPath(builtFile('kernel.wasm')));
  const searching = new SearchKernel(kernel);
  const figuresAt = (kernel.exports.RANDOM64.value as number) >>> 0;

  return {
    search(fen, depth, figures, bucketBits) {
      const layout = searching.layOut((BUCKET_BYTES + REFEREE_BYTES) * 2 ** bucketBits, 1, true);
      if (layout.buckets !== 2 ** bucketBits)
        throw new Error(`asked for 2^${bucketBits} buckets, got ${layout.buckets}`);
      new BigUint64Array(kernel.memory.buffer, figuresAt, figures.length).set(figures);
      kernel.exports.writeTables();
      const area = searching.area(THREAD);
      searching.clear(area.from, area.bytes);
      searching.clear(layout.base, layout.end - layout.base);

      const position = kernel.position(THREAD);
      const fault = position.load(parseFen(fen).unwrap());
      if (fault) throw new Error(`The kernel refuses ${fen}: ${fault}`);
      const use: TableUse = { layout, generation: 0, policy: 'depth+age', counting: true, referee: true };
      searching.release();
      searching.prepare(
        THREAD,
        1,
        { nodes: 0, depth, lines: 1, rootMoves: [], rootPath: searching.refereeCode(THREAD) },
        use,
      );
      searching.observe(use);
      searching.search(THREAD);

      const line = searching.lines()?.[0];
      const { probes, fullPermille, misses, paths } = searching.stats(use, 1);
      return {
        move: line?.moves.length ? position.makeUci(line.moves[0]!) : '',
        score: line?.score ?? 0,
        nodes: searching.nodes(THREAD),
        probes,
        misses: misses.empty + misses.other,
        wrong: paths!.transposition,
        fill: fullPermille / 1000,
      };
    },
  };
}
