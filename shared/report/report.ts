import type { Game, MoveNode, TreeNode } from '../pgn/game';
import { linesOf } from '../pgn/tree';
import { countRepetitions, lineRepetitions, type LineRepetitions, type Repetitions } from './repetitions';
import { visitsOf, type Visits } from './visits';

/** What the positions of one game say: the main line, and each variation followed from the start to its own end. */
export interface GameReview {
  visits: Visits;
  /** The node of each visit. */
  nodes: TreeNode[];
  repetitions: Repetitions;
  /** Line 0 is the main line, line n the n-th variation in the order of the text. */
  lines: { repetitions: LineRepetitions; visits: number[]; moves: MoveNode[] }[];
}

/** All that is said about one game by itself; a game that has no position to begin from has empty columns. */
export const reviewGame = (game: Game): GameReview => {
  const { visits, nodes } = visitsOf(game);
  const repetitions = countRepetitions(visits);
  const visitOf = new Map<TreeNode, number>(nodes.map((node, visit) => [node, visit]));
  const lines = linesOf(game).map((moves) => {
    const line = nodes.length === 0 ? [] : [0, ...moves.map((node) => visitOf.get(node)!)];
    return { repetitions: lineRepetitions(visits, repetitions, line), visits: line, moves };
  });
  return { visits, nodes, repetitions, lines };
};
