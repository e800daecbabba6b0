import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { expect, test } from 'vitest';
import { OPENING_NAMES } from './opening-names';
import { openingAt } from './openings';

const after = (moves: string) => {
  const position = Chess.default();
  for (const san of moves.split(' ').filter(Boolean)) position.play(parseSan(position, san)!);
  return position;
};

test('a name belongs to the position, not to the order of moves', () => {
  expect(openingAt(after('d4 d5 c4 e6 Nc3 Nf6'))?.name).toBe("Queen's Gambit Declined, Normal Defence");
  expect(openingAt(after('c4 e6 Nc3 d5 d4 Nf6'))).toEqual({
    eco: 'D35',
    name: "Queen's Gambit Declined, Normal Defence",
    plies: 6,
  });
  expect(openingAt(after(''))).toBeUndefined();
});

test('every line can be played, has a code, and names a position of its own', () => {
  const rows = OPENING_NAMES.trim().split('\n');
  const names = new Set<string>();
  for (const row of rows) {
    expect(row).toMatch(/^[A-E]\d\d [^|]+ \| [^|]+$/);
    const [title, moves] = row.split(' | ') as [string, string];
    expect(openingAt(after(moves)), row).toMatchObject({ eco: title.slice(0, 3), name: title.slice(4) });
    names.add(title.slice(4));
  }
  expect(names.size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(300);
});
