import { readFileSync, writeFileSync } from 'node:fs';
import { makeSan } from 'chessops/san';
import { Book } from '../../shared/chess/book';
import { isFailure, parsePosition } from '../../shared/chess/position';
import { makeKey, polyglotKey } from '../../shared/chess/zobrist';
import { makeUci } from 'chessops/util';
import { bookDefaults } from '../library/index/book';
import { parseCount, parseOptions, UsageError, type Command } from './command';
import { wantFiles } from './files';
import { withLibrary } from './index';

const usage = `usage: threefold book build --db F --out BOOK.bin [--max-ply N] [--min-games N] [--min-score X]
                            [--scoring points|games] [--colour both|white|black]
       threefold book lookup "FEN" --book BOOK.bin [--json]

Opening books in Polyglot's format.

  build    makes one from a library: moves before ply ${bookDefaults.maxPly}, played in ${bookDefaults.minGames} games or more, weighed by points
           (2 a win of the side that moves, 1 a draw) or by games; --min-score leaves out moves that score less (0 to 1)
  lookup   the book's moves for a position, with weight and share`;

const scorings = ['points', 'games'] as const;
const colours = ['both', 'white', 'black'] as const;

function oneOf<T extends string>(option: string, known: readonly T[], value: string): T {
  const found = known.find((name) => name === value);
  if (found === undefined) throw new UsageError(`${option} wants ${known.join(' or ')}, not "${value}"`);
  return found;
}

const subcommands: Record<string, Command['run']> = {
  async build(args, io) {
    const { values, positionals } = parseOptions(args, {
      db: { type: 'string' },
      out: { type: 'string' },
      'max-ply': { type: 'string', default: String(bookDefaults.maxPly) },
      'min-games': { type: 'string', default: String(bookDefaults.minGames) },
      'min-score': { type: 'string', default: '0' },
      scoring: { type: 'string', default: bookDefaults.scoring },
      colour: { type: 'string', default: bookDefaults.colour },
    });
    if (positionals.length > 0) throw new UsageError(`does not know what to do with "${positionals[0]}"`);
    const { out } = values;
    if (out === undefined) throw new UsageError('where to? Name the book with --out');
    const minScore = Number(values['min-score']);
    if (!(minScore >= 0 && minScore <= 1)) {
      throw new UsageError(`--min-score wants a number from 0 to 1, not "${values['min-score']}"`);
    }
    const options = {
      maxPly: parseCount('--max-ply', values['max-ply'], 1),
      minGames: parseCount('--min-games', values['min-games'], 1),
      minScore,
      scoring: oneOf('--scoring', scorings, values.scoring),
      colour: oneOf('--colour', colours, values.colour),
    };
    return withLibrary(values.db, async (library) => {
      const bytes = await library.book(options);
      try {
        writeFileSync(out, bytes);
      } catch (error) {
        throw new UsageError(`${out}: cannot be written: ${(error as Error).message}`);
      }
      io.out(`${out}: ${bytes.length / 16} entries`);
      return 0;
    });
  },

  async lookup(args, io) {
    const { values, positionals } = parseOptions(args, {
      book: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    if (values.book === undefined) throw new UsageError('which book? Name its file with --book');
    if (positionals.length !== 1) throw new UsageError('lookup wants one FEN, in quotes');
    const position = parsePosition(positionals[0]!);
    if (isFailure(position)) throw new UsageError(position.failure);
    const [file] = wantFiles([values.book]);
    const book = Book.parse(readFileSync(file!));
    if (isFailure(book)) throw new UsageError(`${file}: ${book.failure}`);
    const key = makeKey(polyglotKey(position));
    const moves = book.movesFor(position).map(({ move, weight, share, learn }) => ({
      san: makeSan(position, move),
      uci: makeUci(move),
      weight,
      share,
      learn,
    }));
    if (values.json) {
      io.out(JSON.stringify({ key, moves }));
      return 0;
    }
    io.out(`Polyglot key ${key}: ${moves.length === 0 ? 'not in the book' : `${moves.length} moves`}`);
    for (const { san, weight, share } of moves)
      io.out(`  ${san.padEnd(8)}${String(weight).padStart(6)}${`${(share * 100).toFixed(1)}%`.padStart(8)}`);
    return 0;
  },
};

export const command: Command = {
  summary: 'opening books in Polyglot’s format: make one from a library, look a position up',
  usage,
  async run([what, ...args], io) {
    const run = what === undefined ? undefined : subcommands[what];
    if (!run) throw new UsageError(`wants one of ${Object.keys(subcommands).join(', ')}, not "${what ?? ''}"`);
    return run(args, io);
  },
};
