/** Before so much has been seen, a guess would jump. */
const SURE_AFTER_MS = 500;

/** How long work will take, judged by the part that is done: at the mean speed since it began. */
export class Pace {
  readonly #began = performance.now();

  at(done: number, total: number): { secondsLeft?: number } {
    const elapsed = performance.now() - this.#began;
    if (elapsed < SURE_AFTER_MS || done <= 0) return {};
    return { secondsLeft: Math.max(0, (elapsed * (total - done)) / done / 1000) };
  }
}
