import { INITIAL_FEN } from '../../shared/chess/position';
import { Evaluations } from './evaluations';

/** Remembers deeper and deeper evaluations of one position until the test kills it: FILE. Says each depth when it is written down. */
const evaluations = new Evaluations(process.argv[2]!);
for (let depth = 10; depth <= 255; depth++) {
  await evaluations.remember(
    { fen: INITIAL_FEN, moves: [] },
    { engine: 'Test 1', depth, score: { kind: 'cp', value: depth, pov: 'white' }, moves: ['e2e4'], warned: false },
  );
  process.stdout.write(`${depth}\n`);
}
