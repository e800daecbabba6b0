import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import type { Failure } from '../../shared/api';
import { runInstrument } from '../../shared/lab/instruments';
import type { LabRequest } from '../../shared/lab/request';
import type { LabProgress, LabResult } from '../../shared/lab/result';
import { materialsFor } from './materials';

/** What the thread is started with. */
export interface LabTask extends LabRequest {
  games?: { name: string; text: string }[];
}

/** Progress any number of times, then the outcome, once. */
export type LabAnswer = { progress: LabProgress } | { outcome: LabResult | Failure };

/** Milliseconds between two messages: often enough for a bar that moves. */
const PROGRESS_EVERY = 100;

/** The lab's thread: one instrument, from start to end. Whoever has enough of it ends the thread. */
const { instrument, settings, games } = workerData as LabTask;
const port = parentPort!;
const post = (answer: LabAnswer) => port.postMessage(answer);

try {
  const running = runInstrument(instrument, settings, await materialsFor(instrument, games));
  let told = 0;
  let step = running.next();
  for (; !step.done; step = running.next()) {
    if (Date.now() - told < PROGRESS_EVERY) continue;
    told = Date.now();
    post({ progress: step.value });
  }
  post({ outcome: step.value });
} catch (error) {
  // A setting that does not fit, or too few positions: the user's to mend. Anything else is a fault, told by the thread's end.
  if (error instanceof RangeError) post({ outcome: { failure: error.message } });
  else if (v.isValiError(error)) {
    const [issue] = error.issues;
    post({ outcome: { failure: `${String(issue.path?.[0]?.key ?? 'settings')}: ${issue.message}` } });
  } else throw error;
}
