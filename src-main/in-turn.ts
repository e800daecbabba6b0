/** Tasks one after the other, in the order in which they are given; what goes wrong with one is no matter of the next. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Answers as the task does. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all that was given before is done, well or not. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
