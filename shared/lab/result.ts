import { inEnglish, type Said } from './said';

/**
 * What an instrument of the lab hands over: plain data, in columns, that a terminal prints, a chart draws and a CSV
 * file keeps alike.
 */
export type Cell = number | string | Said | null;

export interface Column {
  /** In English, the same whatever was measured: charts, and other languages, find the column by it. */
  name: string;
  values: Cell[];
  /** Digits after the point where printed; absent: as the number is. */
  digits?: number;
}

export interface LabTable {
  title: Said;
  /** All of one length. */
  columns: Column[];
}

/** How a table is drawn. Column names refer to the table of that index. */
export interface Chart {
  title: Said;
  table: number;
  x: string;
  /** Names of columns; `low` and `high` bound an interval of confidence. */
  series: { column: string; low?: string; high?: string; as: 'line' | 'points' }[];
  xLabel: string;
  yLabel: string;
  logX?: boolean;
  logY?: boolean;
}

export interface LabResult {
  /** What was asked for, defaults filled in: enough to run it again. */
  settings: Record<string, string | number | boolean>;
  /** What came out, a sentence each, the most important first. */
  findings: Said[];
  tables: LabTable[];
  charts: Chart[];
}

export interface LabProgress {
  done: number;
  total: number;
  /** Such as "random go". */
  doing: Said;
}

/** A long computation that stops at every `yield`: whoever drives it may show progress, or leave it there. */
export type Running<Result> = Generator<LabProgress, Result, undefined>;

/** Runs to the end at once. */
export function finish<Result>(running: Running<Result>): Result {
  for (;;) {
    const step = running.next();
    if (step.done) return step.value;
  }
}

const csvField = (value: Cell): string => {
  const text = value === null ? '' : inEnglish(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A table as CSV (RFC 4180, but LF line ends). */
export const makeCsv = ({ columns }: LabTable): string =>
  [
    columns.map(({ name }) => csvField(name)),
    ...(columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => csvField(values[row] ?? null))),
  ]
    .map((fields) => `${fields.join(',')}\n`)
    .join('');

/** A value as a table shows it, on paper and on the page. */
const makeCell = (value: Cell | undefined, digits?: number): string =>
  value === null || value === undefined
    ? '—'
    : typeof value !== 'number'
      ? inEnglish(value)
      : digits !== undefined && Math.abs(value) > 0 && Math.abs(value) < 0.5 * 10 ** -digits
        ? value.toExponential(1)
        : digits !== undefined
          ? value.toFixed(digits)
          : String(value);

/** A table as lines of text, numbers to the right. */
export function makeText({ title, columns }: LabTable): string[] {
  const cells = columns.map(({ name, values, digits }) => [name, ...values.map((value) => makeCell(value, digits))]);
  const widths = cells.map((column) => Math.max(...column.map((text) => text.length)));
  const right = columns.map(({ values }) => values.some((value) => typeof value === 'number'));
  const rows = (columns[0]?.values.length ?? 0) + 1;
  const line = (row: number) =>
    cells
      .map((column, i) => (right[i] ? column[row]!.padStart(widths[i]!) : column[row]!.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [inEnglish(title), ...Array.from({ length: rows }, (_, row) => `  ${line(row)}`)];
}
