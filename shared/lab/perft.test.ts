import { describe, expect, it } from 'vitest';
import { draughts } from './draughts';
import { goOfSize } from './go';
import { othello } from './othello';
import { perft, type Rules } from './rules';

const table: [string, Rules<never, never>, number[]][] = [
  // Published counts from the start position.
  ['English draughts', draughts as never, [7, 49, 302, 1469, 7361, 36768, 179740, 845931]],
  ['Othello', othello as never, [4, 12, 56, 244, 1396, 8200, 55092, 390216]],
  // Worked out by hand: on 2 by 2 each empty point is free or a capture, and passing ends it at the second in a row.
  ['Go, 2 by 2', goOfSize(2) as never, [5, 21]],
];

describe.each(table)('%s', (_, rules, counts) => {
  it.each(counts.map((leaves, i) => [i + 1, leaves]))('perft %i is %i', (depth, leaves) => {
    expect(perft(rules, rules.start(), depth!)).toBe(leaves);
  });
});
