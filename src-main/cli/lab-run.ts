import { makeCsv, makeText, type LabResult, type Running } from '../../shared/lab/result';
import { inEnglish, isSaid } from '../../shared/lab/said';
import type { Io } from './command';

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY = 200;

/** Runs to the end; shows where it stands on stderr, if a person is looking. */
export function runWithProgress<Result>(running: Running<Result>): Result {
  const { stderr } = process;
  let shown = 0;
  for (;;) {
    const step = running.next();
    if (step.done) {
      if (shown) stderr.write('\r\x1b[K');
      return step.value;
    }
    if (!stderr.isTTY || Date.now() - shown < PROGRESS_EVERY) continue;
    shown = Date.now();
    const { done, total, doing } = step.value;
    stderr.write(`\r\x1b[K${String(Math.floor((100 * done) / total)).padStart(3)} %  ${inEnglish(doing)}`);
  }
}

/** How a result is printed: for people, or for programs. */
export type Format = 'text' | 'json' | 'csv';

/** Findings and tables, in English: `text` and `json` tell all, `csv` the tables alone, each under a line with its title. */
export function printResult(instrument: string, result: LabResult, format: Format, io: Io): void {
  switch (format) {
    case 'json':
      io.out(
        JSON.stringify({ instrument, ...result }, (_, value: unknown) => (isSaid(value) ? inEnglish(value) : value)),
      );
      return;
    case 'csv':
      io.out(result.tables.map((table) => `# ${inEnglish(table.title)}\n${makeCsv(table)}`).join('\n'));
      return;
    case 'text':
      for (const finding of result.findings) io.out(inEnglish(finding));
      for (const table of result.tables) for (const line of ['', ...makeText(table)]) io.out(line);
  }
}
