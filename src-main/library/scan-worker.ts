import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PgnScanner } from './scan';
import { packScan, type ScanAnswer, type ScanOrder } from './scan-file';

/** A thread that scans parts of files, one after the other. */
const port = parentPort!;
const scanner = PgnScanner.load();

const answer = (message: ScanAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

async function scan({ source, start, end }: ScanOrder): Promise<void> {
  const range = { start, end: Math.max(start, end - 1), highWaterMark: 2 ** 20 };
  const chunks =
    typeof source === 'string'
      ? createReadStream(source, range)
      : createReadStream('', { ...range, fd: source, autoClose: false });
  const scanning = (await scanner).scanPart(chunks);
  for (;;) {
    const { done, value } = await scanning.next();
    if (done) {
      answer({ kind: 'end', end: value });
      return;
    }
    const scanned = packScan(value);
    const columns = Object.values(scanned.batch).filter((value) => ArrayBuffer.isView(value));
    answer(
      { kind: 'batch', scanned },
      columns.map((column) => (column as Uint8Array<ArrayBuffer>).buffer),
    );
  }
}

let last = Promise.resolve();
port.on('message', (order: ScanOrder) => {
  last = last
    .then(() => scan(order))
    .catch((error: unknown) => {
      answer({ kind: 'failure', message: error instanceof Error ? error.message : String(error) });
    });
});
