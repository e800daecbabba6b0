import type { Edit, Failure, KeptEdit } from '../shared/api';
import { InTurn } from './in-turn';
import type { Journal } from './journal';
import type { Library } from './library/library';

/** Changed games on their way from the page to their files: journalled first, written when the user saves. */
export class Edits {
  readonly #journal: Journal;
  readonly #library: Library;
  /** Kept in this run, and neither saved nor given up. */
  readonly #here = new Set<string>();
  /** One after the other, because each moves the games behind it in their file. */
  readonly #saving = new InTurn();

  constructor(journal: Journal, library: Library) {
    this.#journal = journal;
    this.#library = library;
  }

  async keep({ id, game, pgn }: Edit): Promise<Failure | undefined> {
    this.#here.add(id);
    // A new state of a known edit still belongs to where its game came from, whatever is open now.
    const known = this.#journal.edits.find((edit) => edit.id === id);
    const origin = known ?? (game === undefined ? undefined : await this.#library.work.origin(game));
    const place = origin && { file: origin.file, numberInFile: origin.numberInFile };
    // Given up while the library was asked.
    if (!this.#here.has(id)) return undefined;
    try {
      await this.#journal.keep({ id, ...place, pgn });
      return undefined;
    } catch (error) {
      return { failure: `The change is not safe on the disk yet: ${(error as Error).message}` };
    }
  }

  async drop(id: string): Promise<void> {
    this.#here.delete(id);
    await this.#journal.withdraw(id);
  }

  /** What this run changed and has not saved, as far as it is in the journal. */
  async unsavedHere(): Promise<KeptEdit[]> {
    return (await this.all()).filter(({ id }) => this.#here.has(id));
  }

  all(): Promise<KeptEdit[]> {
    return Promise.all(
      this.#journal.edits.map(async ({ id, file, numberInFile, pgn }) => {
        if (file === undefined || numberInFile === undefined) return { id, pgn };
        return { id, game: await this.#library.work.find(file, numberInFile), file, numberInFile, pgn };
      }),
    );
  }

  /** The journal lets go of an edit only when its file is safely written; a state that came meanwhile stays. */
  save(id: string): Promise<Failure | undefined> {
    return this.#saving.run(() => this.#save(id));
  }

  async #save(id: string): Promise<Failure | undefined> {
    const edit = this.#journal.edits.find((kept) => kept.id === id);
    if (!edit) return { failure: 'There is nothing to save.' };
    const { file, numberInFile, pgn } = edit;
    if (file === undefined || numberInFile === undefined)
      return { failure: 'Open a file first: the game is saved into it.' };
    const failure = await this.#library.work.replace(file, numberInFile, pgn);
    if (!failure && (await this.#journal.withdraw(id, pgn))) this.#here.delete(id);
    return failure;
  }
}
