/** The files that run in threads of their own: built beside the main process, and for the tests into a cache. */
export const threads = {
  'engine-worker': 'src-main/engine/worker.ts',
  'library-worker': 'src-main/library/worker.ts',
  'scan-worker': 'src-main/library/scan-worker.ts',
  'lab-worker': 'src-main/lab/worker.ts',
};
