import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { expect, it } from 'vitest';
import { tactics } from './positions';

it.each(tactics)('$name is a position in which its solution is legal', ({ fen, best }) => {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  for (const san of best) expect(parseSan(position, san), san).toBeDefined();
});
