import type { Edits } from './edits';

/** What is asked before the window closes. Closing loses nothing, and the question says so. */
export interface Question {
  message: string;
  detail: string;
  /** In the order of `Answer`'s words; the last is also what Escape says. */
  buttons: [save: string, keep: string, cancel: string];
}
/** `keep` closes and leaves the changes for the next start; `cancel` does not close. */
export type Answer = 'save' | 'keep' | 'cancel';
/** In the order of a question's buttons. */
export const answers: readonly Answer[] = ['save', 'keep', 'cancel'];

/** Who asks the user, and waits for the answer: the window, with dialogs of the system. */
export interface Asker {
  ask(question: Question): Promise<Answer>;
  tell(message: string, detail: string): Promise<void>;
}

/**
 * Whether the window may close: true at once where this run has changed no game that is not saved. Changes that
 * an earlier run left for later are not asked about again. A save that fails is told, and the window stays.
 */
export async function mayClose(edits: Edits, asker: Asker): Promise<boolean> {
  const unsaved = await edits.unsavedHere();
  if (unsaved.length === 0) return true;
  const one = unsaved.length === 1;
  const answer = await asker.ask({
    message: one
      ? 'The changes to one game are not saved yet.'
      : `The changes to ${unsaved.length} games are not saved yet.`,
    detail:
      `Save writes ${one ? 'it' : 'them'} into the file. Keep for Later leaves the file as it is: ` +
      `Threefold has written the changes down, and they are there again at the next start.`,
    buttons: ['Save', 'Keep for Later', 'Cancel'],
  });
  if (answer !== 'save') return answer === 'keep';
  const failures: string[] = [];
  for (const { id } of unsaved) {
    const failure = await edits.save(id);
    if (failure) failures.push(failure.failure);
  }
  if (failures.length === 0) return true;
  const what = failures.length === 1 ? 'One game could not be saved.' : `${failures.length} games could not be saved.`;
  await asker.tell(what, `${[...new Set(failures)].join('\n')}\n\nThe changes are kept.`);
  return false;
}
