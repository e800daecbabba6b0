import type { Reporter, TestModule } from 'vitest/node';

/** Prints the one plain line that closes a unit run; Vitest's own summary is not of that form. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
    }
    console.log(`unit: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
