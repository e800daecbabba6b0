// Loaded into the main process before the app (`script` in fixtures.ts): knows its threads, and ends one by its name.
const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');

const threads = [];
subscribe('worker_threads', ({ worker }) => threads.push(worker));

globalThis.endThread = async (name) => {
  const thread = threads.findLast(({ threadName }) => threadName === name);
  if (!thread) throw new Error(`no thread ${name} among ${threads.map(({ threadName }) => threadName).join(', ')}`);
  await thread.terminate();
};
