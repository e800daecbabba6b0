import { createInterface } from 'node:readline/promises';
import { isFailure, parseDiagram, parsePosition } from '../../shared/chess/position';
import { fideKey, keyComponents, makeKey, polyglotKey } from '../../shared/chess/zobrist';
import { parseOptions, UsageError, type Command, type Io } from './command';

const usage = `usage: threefold key [--json] [FEN…]
       threefold key [--json] --stdin     one FEN per line; empty lines and lines that begin with # are skipped

Prints the FIDE key and the Polyglot key of each position and the features whose figures make the FIDE key.
Without a FEN: the start position.

  --json    one object per line: {"fen","fideKey","polyglotKey","components":[{"feature","key"}]}`;

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const report = (fen: string, json: boolean, io: Io): void => {
  const diagram = parseDiagram(fen);
  if (isFailure(diagram)) throw new UsageError(diagram.failure);
  // A diagram has a key even where chess has no such position; the reader should know.
  const position = parsePosition(fen);
  if (isFailure(position)) io.err(`threefold key: not a position of chess: ${position.failure}`);

  const keys = { fideKey: makeKey(fideKey(diagram)), polyglotKey: makeKey(polyglotKey(diagram)) };
  const components = keyComponents(diagram).map(({ feature, key }) => ({ feature, key: makeKey(key) }));
  if (json) {
    io.out(JSON.stringify({ fen, ...keys, components }));
    return;
  }
  io.out(fen);
  io.out(`  FIDE key      ${keys.fideKey}`);
  io.out(`  Polyglot key  ${keys.polyglotKey}`);
  for (const { feature, key } of components) io.out(`    ${key}  ${feature}`);
};

export const command: Command = {
  summary: 'the keys of a position and the features that make them',
  usage,
  async run(args, io) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' }, stdin: { type: 'boolean' } });
    const json = values.json ?? false;
    if (values.stdin) {
      if (positionals.length > 0) throw new UsageError(`--stdin reads the FENs; "${positionals[0]}" is one too many`);
      for await (const line of createInterface({ input: io.stdin })) {
        if (line.trim() !== '' && !line.startsWith('#')) report(line.trim(), json, io);
      }
      return 0;
    }
    for (const fen of joinFields(positionals.length > 0 ? positionals : [START])) report(fen, json, io);
    return 0;
  },
};

/** A FEN that came without quotes arrives as its fields: a new one begins at each word with ranks in it. */
const joinFields = (words: string[]): string[] => {
  const fens: string[] = [];
  for (const word of words) {
    const begins = word.includes('/') || word.includes(' ') || fens.length === 0;
    if (begins) fens.push(word);
    else fens[fens.length - 1] += ` ${word}`;
  }
  return fens;
};
