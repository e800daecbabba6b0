/** Axes: where a value lies between two pixels, and which round values to write beside them. */
export interface Scale {
  low: number;
  high: number;
  log: boolean;
  place(value: number): number;
}

const MOST_TICKS = 7;

export function scale(values: readonly number[], log: boolean, from: number, to: number): Scale {
  let low = values.length ? Math.min(...values) : log ? 1 : 0;
  let high = values.length ? Math.max(...values) : 1;
  if (log) {
    low = 10 ** Math.floor(Math.log10(low));
    high = 10 ** Math.ceil(Math.log10(high));
    if (low === high) high = low * 10;
  } else {
    // Counts and rates are read from nought where that costs little.
    if (low > 0 && low < high / 2) low = 0;
    if (low === high) high = low + 1;
  }
  const share = log
    ? (value: number) => Math.log10(value / low) / Math.log10(high / low)
    : (value: number) => (value - low) / (high - low);
  return { low, high, log, place: (value) => from + share(value) * (to - from) };
}

const superscript = (exponent: number) =>
  [...String(exponent)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])).join('');

function write(value: number, log: boolean): string {
  const exponent = Math.round(Math.log10(Math.abs(value)));
  if (log && (exponent >= 4 || exponent <= -3)) return `10${superscript(exponent)}`;
  if (Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)) return value.toExponential(0);
  return String(Number(value.toPrecision(6)));
}

export function makeTicks({ low, high, log, place }: Scale): { value: number; at: number; text: string }[] {
  const values: number[] = [];
  if (log) {
    const decades = Math.round(Math.log10(high / low));
    const step = Math.max(1, Math.ceil(decades / MOST_TICKS));
    for (let decade = 0; decade <= decades; decade += step) values.push(low * 10 ** decade);
  } else {
    const rough = (high - low) / (MOST_TICKS - 2);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
    for (let index = Math.ceil(low / step); index * step <= high * (1 + 1e-9); index++) values.push(index * step);
  }
  return values.map((value) => ({ value, at: place(value), text: write(value, log) }));
}
