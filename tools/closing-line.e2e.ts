import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Prints the one plain line that closes an end-to-end run. */
export default class ClosingLine implements Reporter {
  #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  onEnd(): void {
    const count = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    for (const test of this.#tests) count[test.outcome()]++;
    console.log(`e2e: ${count.expected} passed, ${count.unexpected + count.flaky} failed, ${count.skipped} skipped`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
