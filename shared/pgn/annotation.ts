import { isPawns, makeComment, parseComment, type CommentShape } from 'chessops/pgn';
import type { TreeNode } from './game';

/** What programs write into comments as commands, and what is left for people to read. */
export interface Annotation {
  /** The comments' words, commands taken out; one line per comment. */
  text: string;
  /** Arrows (`%cal`) and coloured squares (`%csl`, where `from` is `to`). */
  shapes: CommentShape[];
  /** Seconds left on the clock after the move (`%clk`), and seconds spent on it (`%emt`). */
  clock?: number;
  spent?: number;
  /** White's view (`%eval`): hundredths of a pawn, or full moves to mate. */
  evaluation?: { kind: 'cp' | 'mate'; value: number; depth?: number };
}

/** Reads all comments of a node together; of two clocks the last counts. */
export const annotationOf = (node: TreeNode): Annotation => {
  const annotation: Annotation = { text: '', shapes: [] };
  const texts: string[] = [];
  for (const comment of node.comments) {
    const { text, shapes, clock, emt, evaluation } = parseComment(onOneLine(comment.text));
    // Where a command is taken out of the middle, two spaces meet.
    if (text !== '') texts.push(text.replace(/ {2,}/g, ' '));
    annotation.shapes.push(...shapes);
    if (clock !== undefined) annotation.clock = clock;
    if (emt !== undefined) annotation.spent = emt;
    if (evaluation) {
      annotation.evaluation = {
        ...(isPawns(evaluation)
          ? { kind: 'cp' as const, value: Math.round(evaluation.pawns * 100) }
          : { kind: 'mate' as const, value: evaluation.mate }),
        ...(evaluation.depth !== undefined && { depth: evaluation.depth }),
      };
    }
  }
  return { ...annotation, text: texts.join('\n') };
};

const onOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ');

/** One comment that says the same, for `setComment`. */
export const makeAnnotation = ({ text, shapes, clock, spent, evaluation }: Annotation): string =>
  makeComment({
    text,
    shapes,
    clock,
    emt: spent,
    evaluation:
      evaluation &&
      (evaluation.kind === 'cp'
        ? { pawns: evaluation.value / 100, depth: evaluation.depth }
        : { mate: evaluation.value, depth: evaluation.depth }),
  });
