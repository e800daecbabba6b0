import type { GameQuery, GameRow } from '../../shared/api';
import { assertNever } from '../../shared/assert-never';
import { listedTags, type ListedTag } from './batch';
import { Growable } from './growable';
import type { GameMarks } from './positions';

/** Texts that come again and again (players, events, dates), each kept once. */
class Texts {
  readonly #all: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#all.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  text(number: number): string {
    return this.#all[number]!;
  }

  /** 1 for each text that contains the word, case aside. */
  matching(word: string): Uint8Array {
    const wanted = word.toLocaleLowerCase();
    return Uint8Array.from(this.#all, (text) => (text.toLocaleLowerCase().includes(wanted) ? 1 : 0));
  }

  /** For each text its place in alphabetical order. */
  ranks(): Uint32Array {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const order = Uint32Array.from(this.#all.keys()).sort((a, b) => compare(this.#all[a]!, this.#all[b]!));
    const ranks = new Uint32Array(order.length);
    order.forEach((number, rank) => (ranks[number] = rank));
    return ranks;
  }
}

type Question = Required<Omit<GameQuery, 'offset' | 'limit'>>;

const searched: readonly ListedTag[] = ['White', 'Black', 'Event', 'Date', 'Result'];

/** The game list: one row a game, in columns; filtered and sorted as the page asks. */
export class Games {
  readonly #texts = new Texts();
  readonly #tags = listedTags.map(() => new Growable('u32'));
  readonly #file = new Growable('u16');
  readonly #numberInFile = new Growable('u32');
  readonly #start = new Growable('f64');
  readonly #end = new Growable('f64');
  readonly #plies = new Growable('u32');
  readonly #problems = new Growable('u16');
  #marks: GameMarks = { maxRepetition: new Uint16Array(0), transpositions: new Uint16Array(0) };
  /** The last question's answer: scrolling asks the same one again and again. */
  #last?: { question: string; games: Uint32Array };

  get count(): number {
    return this.#file.length;
  }

  add(game: {
    file: number;
    numberInFile: number;
    start: number;
    end: number;
    plies: number;
    problems: number;
    tags: string[];
  }): number {
    this.#file.push(game.file);
    this.#numberInFile.push(game.numberInFile);
    this.#start.push(game.start);
    this.#end.push(game.end);
    this.#plies.push(game.plies);
    this.#problems.push(Math.min(game.problems, 0xffff));
    game.tags.forEach((text, i) => this.#tags[i]!.push(this.#texts.number(text)));
    this.#last = undefined;
    return this.count - 1;
  }

  setMarks(marks: GameMarks): void {
    this.#marks = marks;
    this.#last = undefined;
  }

  /** Where the game's text lies in its file. */
  place(game: number): { file: number; start: number; end: number } {
    return { file: this.#file.at(game), start: this.#start.at(game), end: this.#end.at(game) };
  }

  row(game: number, fileNames: readonly string[]): GameRow {
    const [white, black, whiteElo, blackElo, event, date, round, result] = this.#tags.map((column) =>
      this.#texts.text(column.at(game)),
    ) as [string, string, string, string, string, string, string, string];
    return {
      index: game,
      file: fileNames[this.#file.at(game)]!,
      numberInFile: this.#numberInFile.at(game),
      ...{ white, black, whiteElo, blackElo, event, date, round, result },
      plies: this.#plies.at(game),
      maxRepetition: this.#repetition(game),
      transpositions: this.#marks.transpositions[game] ?? 0,
      problems: this.#problems.at(game),
    };
  }

  /** The games that fit, in the order asked for. */
  find({ text = '', only = 'all', sort = 'file', descending = false }: Partial<Question>): Uint32Array {
    const question = JSON.stringify([text, only, sort, descending]);
    if (this.#last?.question === question) return this.#last.games;
    const fits = this.#filter(text, only);
    const games = Uint32Array.from({ length: this.count }, (_, game) => game).filter(fits);
    const rank = this.#ranking(sort);
    // Games of equal rank keep the order of the files, whichever way the column is sorted.
    if (rank) games.sort((a, b) => (descending ? rank(b) - rank(a) : rank(a) - rank(b)) || a - b);
    else if (descending) games.reverse();
    this.#last = { question, games };
    return games;
  }

  #filter(text: string, only: Question['only']): (game: number) => boolean {
    const columns = searched.map((tag) => this.#tags[listedTags.indexOf(tag)]!);
    const words = text.split(/\s+/).filter((word) => word !== '');
    const matches = words.map((word) => this.#texts.matching(word));
    const found = (game: number) => matches.every((match) => columns.some((column) => match[column.at(game)]));
    switch (only) {
      case 'all':
        return found;
      case 'repetitions':
        return (game) => this.#repetition(game) >= 2 && found(game);
      case 'threefolds':
        return (game) => this.#repetition(game) >= 3 && found(game);
      case 'transpositions':
        return (game) => (this.#marks.transpositions[game] ?? 0) > 0 && found(game);
      case 'problems':
        return (game) => this.#problems.at(game) > 0 && found(game);
      default:
        return assertNever(only);
    }
  }

  /** A number per game to sort by; none for the order of the files. */
  #ranking(sort: Question['sort']): ((game: number) => number) | undefined {
    const byTag = (tag: ListedTag) => {
      const ranks = this.#texts.ranks();
      const column = this.#tags[listedTags.indexOf(tag)]!;
      return (game: number) => ranks[column.at(game)]!;
    };
    switch (sort) {
      case 'file':
        return undefined;
      case 'white':
        return byTag('White');
      case 'black':
        return byTag('Black');
      case 'date':
        return byTag('Date');
      case 'event':
        return byTag('Event');
      case 'plies':
        return (game) => this.#plies.at(game);
      case 'repetition':
        return (game) => this.#repetition(game);
      default:
        return assertNever(sort);
    }
  }

  #repetition(game: number): number {
    return this.#marks.maxRepetition[game] ?? 1;
  }
}
