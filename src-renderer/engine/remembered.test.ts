import { expect, test } from 'vitest';
import type { RememberedEvaluation } from '../../shared/search/remembered';
import { fakeMain, gameText } from '../testing/fake-main';
import { press, show } from '../testing/show';
import { identityOf, makeEpd } from '../../shared/chess/identity';

/** Main remembers one evaluation of whatever position is asked about last. */
const remembering = (change: Partial<RememberedEvaluation> = {}) => {
  const fake = fakeMain({
    games: [gameText('A', 'B', '1. e4 e5', '*')],
    over: {
      deepestEvaluations: async (keys) => [
        {
          key: keys.at(-1)!,
          epd: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -',
          engine: 'Elsewhere 3',
          depth: 22,
          score: { kind: 'cp', value: 31, pov: 'white' },
          moves: ['g1f3', 'b8c6'],
          historyMattered: true,
          date: '2026-01-02T03:04:05Z',
          ...change,
        },
      ],
    },
  });
  return fake;
};

test('a position met before shows its evaluation at once: score, depth, engine, line, and that history mattered', async () => {
  const { desk, screen } = await show(remembering());
  const remembered = screen.getByRole('group', { name: 'Remembered' });
  await expect.poll(() => desk.evaluations.of(desk.game.line[2]!)?.depth).toBe(22);
  expect(remembered.query()).toBeNull();
  press('End');
  await expect.element(remembered).toHaveTextContent(/\+0\.31\s*depth 22\s*Elsewhere 3\s*2\. Nf3 Nc6/);
  await expect.element(remembered).toHaveTextContent('the moves before may have counted');
  const move = screen.getByRole('button', { name: 'e5', exact: true }).element().parentElement!;
  expect(move.textContent).toContain('+0.31');
});

test('the key finds, the position judges: another position under the same key is not believed', async () => {
  const { desk } = await show(remembering({ epd: '8/8/8/8/8/8/8/K1k5 w - -' }));
  await desk.evaluations.recall(desk.game.tree.nodes);
  expect(desk.evaluations.of(desk.game.line[2]!)).toBeUndefined();
});

test('positions that main could not answer about are asked for again, and so are those of which there was news elsewhere', async () => {
  const asked: bigint[][] = [];
  let failure: string | undefined = 'the disk is busy';
  const deepestEvaluations = async (keys: BigUint64Array) => {
    asked.push([...keys]);
    return failure === undefined ? [] : { failure };
  };
  const { desk } = await show(fakeMain({ games: [gameText('A', 'B', '1. e4 e5', '*')], over: { deepestEvaluations } }));
  const { nodes } = desk.game.tree;
  await expect.poll(() => asked).toHaveLength(1);
  failure = undefined;
  await desk.evaluations.recall(nodes);
  expect(asked[1]).toEqual(asked[0]);

  const { key } = desk.game.line[1]!;
  const score = { kind: 'cp', value: 5, pov: 'white' } as const;
  const news = {
    key,
    epd: '',
    engine: 'Threefold 0.1.0',
    depth: 12,
    score,
    moves: [],
    historyMattered: false,
    date: '',
  };
  desk.evaluations.heard(news, []);
  await desk.evaluations.recall(nodes);
  expect(asked.slice(2)).toEqual([[key]]);
});

test('what a search finds is heard of with its date, and stands against the search’s own word of the same depth', async () => {
  const { desk } = await show(fakeMain({ games: [gameText('A', 'B', '1. e4 e5', '*')] }));
  const node = desk.game.line[1]!;
  desk.evaluations.found(node.key, { kind: 'cp', value: 5, pov: 'white' }, 12, []);
  desk.events.evaluationRemembered({
    key: node.key,
    epd: makeEpd(identityOf(node.position)),
    engine: 'Threefold 0.1.0',
    depth: 12,
    score: { kind: 'cp', value: 5, pov: 'white' },
    moves: [],
    historyMattered: true,
    date: '2026-01-02T03:04:05Z',
  });
  desk.evaluations.found(node.key, { kind: 'cp', value: 5, pov: 'white' }, 12, []);
  expect(desk.evaluations.of(node)).toMatchObject({ engine: 'Threefold 0.1.0', historyMattered: true });
  desk.evaluations.found(node.key, { kind: 'cp', value: 9, pov: 'white' }, 13, []);
  expect(desk.evaluations.of(node)?.depth).toBe(13);
});
