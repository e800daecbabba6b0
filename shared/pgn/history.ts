/** What was, is, and was taken back. Values are never changed, so a step costs what it says and no copy. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
}

/** Nothing to take back, nothing to redo. */
export const beginHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** A new state; what had been taken back cannot be redone any more. */
export const record = <T>({ past, present }: History<T>, next: T): History<T> => ({
  past: [...past, present],
  present: next,
  future: [],
});

/** The history itself where there is nothing to take back. */
export const undo = <T>(history: History<T>): History<T> => {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] };
};

/** The history itself where nothing was taken back. */
export const redo = <T>(history: History<T>): History<T> => {
  const { past, present, future } = history;
  const [next, ...later] = future;
  return next === undefined ? history : { past: [...past, present], present: next, future: later };
};
