import type { Texts } from '../texts/en';
import { themes } from './settings.svelte';
import type { Desk } from './desk.svelte';

/** What can be done by a key: name (in the texts), usual keys, act. Keys are `KeyboardEvent.key`, `Ctrl+` before it. */
export interface Command {
  id: keyof Texts['commands'];
  keys: readonly string[];
  run(desk: Desk): void;
}

const focus = (id: string) => {
  const field = document.getElementById(id) as HTMLInputElement | null;
  field?.focus();
  field?.select?.();
};

/** To the neighbour among the branches at this point. */
function sibling(desk: Desk, step: number): void {
  const { current } = desk.game;
  const branches = current.parent?.children ?? [];
  const next = branches[branches.indexOf(current) + step];
  if (next) desk.game.go(next);
}

/** What the other side would do now. */
export function showThreat(desk: Desk): void {
  const { engine, game, texts } = desk;
  if (!engine.toggleThreat(game.current, game.place))
    desk.say(engine.locked ? texts.engine.locked : texts.engine.noThreat);
}

function neighbourGame(desk: Desk, step: number): void {
  const index = desk.game.index + step;
  if (desk.game.index >= 0 && index >= 0 && index < desk.collection.summary.games)
    desk.attempt(() => desk.openGame(index));
}

export const commands: readonly Command[] = [
  { id: 'open', keys: ['Ctrl+o'], run: () => document.getElementById('open-files')?.click() },
  { id: 'next', keys: ['ArrowRight'], run: ({ game }) => game.next() },
  { id: 'previous', keys: ['ArrowLeft'], run: ({ game }) => game.previous() },
  { id: 'first', keys: ['Home'], run: ({ game }) => game.first() },
  { id: 'last', keys: ['End'], run: ({ game }) => game.last() },
  { id: 'nextVariation', keys: ['ArrowDown'], run: (desk) => sibling(desk, 1) },
  { id: 'previousVariation', keys: ['ArrowUp'], run: (desk) => sibling(desk, -1) },
  { id: 'occurrence', keys: ['o'], run: ({ game }) => game.nextOccurrence() },
  { id: 'repetition', keys: ['n'], run: ({ game }) => game.nextRepetition() },
  { id: 'undo', keys: ['Ctrl+z'], run: ({ game }) => game.undo() },
  { id: 'redo', keys: ['Ctrl+y', 'Ctrl+Z'], run: ({ game }) => game.redo() },
  { id: 'save', keys: ['Ctrl+s'], run: () => document.getElementById('save-game')?.click() },
  { id: 'flip', keys: ['f'], run: ({ game }) => game.flip() },
  {
    id: 'engine',
    keys: ['l'],
    run: (desk) => desk.attempt(() => (desk.engine.on ? desk.engine.turnOff() : desk.engine.turnOn())),
  },
  {
    id: 'best',
    keys: [' '],
    run: ({ engine, game }) => {
      const best = engine.lines[0]?.moves[0];
      if (best && engine.isAbout(game.place)) game.playUci(best.uci);
    },
  },
  { id: 'threat', keys: ['x'], run: showThreat },
  { id: 'type', keys: ['Enter'], run: () => focus('type-move') },
  { id: 'moves', keys: ['m'], run: (desk) => desk.front('moves') },
  { id: 'report', keys: ['r'], run: (desk) => desk.front('report') },
  { id: 'places', keys: ['p'], run: (desk) => desk.front('places') },
  { id: 'table', keys: ['t'], run: (desk) => desk.front('table') },
  { id: 'explorer', keys: ['e'], run: (desk) => desk.front('explorer') },
  { id: 'key', keys: ['k'], run: (desk) => desk.front('key') },
  { id: 'games', keys: ['/'], run: () => focus('search-games') },
  { id: 'nextGame', keys: ['PageDown'], run: (desk) => neighbourGame(desk, 1) },
  { id: 'previousGame', keys: ['PageUp'], run: (desk) => neighbourGame(desk, -1) },
  {
    id: 'theme',
    keys: ['d'],
    run: ({ settings }) => settings.change({ theme: themes[(themes.indexOf(settings.theme) + 1) % themes.length]! }),
  },
  { id: 'map', keys: ['g'], run: (desk) => desk.started && desk.lay('map') },
  { id: 'lab', keys: ['b'], run: (desk) => desk.lay('lab') },
  { id: 'settings', keys: [','], run: (desk) => desk.lay('settings') },
  { id: 'help', keys: ['?'], run: (desk) => desk.lay('help') },
];

export const keysOf = (desk: Desk, command: Command): readonly string[] =>
  desk.settings.keys[command.id] ?? command.keys;

/** As it is written in settings and compared: `Ctrl+o`, `ArrowLeft`, `?`. */
export const keyName = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;

const written = new Map([
  ['ArrowRight', '→'],
  ['ArrowLeft', '←'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  [' ', '␣'],
  ['PageDown', 'PgDn'],
  ['PageUp', 'PgUp'],
]);
export const showKey = (key: string): string =>
  key
    .split('+')
    .map((part, at) => {
      // Beside Ctrl a capital letter is one with Shift: Ctrl+Z is another key than Ctrl+z.
      const shift = at > 0 && part.length === 1 && part !== part.toLowerCase() ? 'Shift ' : '';
      return written.get(part) ?? shift + (part.length === 1 ? part.toUpperCase() : part);
    })
    .join(' ');

/** Where keys mean text, or what the focused control does with them. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, [popover]')) return true;
  if (target.matches('input, textarea, select, [contenteditable]'))
    return !event.ctrlKey || ['z', 'y', 'Z'].includes(event.key);
  if (target.closest('[role="listbox"], [role="application"]'))
    return ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter', ' '].includes(event.key);
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a') !== null;
}

export function onKey(desk: Desk, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing || belongsElsewhere(event)) return;
  const name = keyName(event);
  const command = commands.find((candidate) => keysOf(desk, candidate).includes(name));
  if (!command) return;
  event.preventDefault();
  command.run(desk);
}
