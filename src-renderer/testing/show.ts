import { render } from 'vitest-browser-svelte';
import DeskView from '../desk/DeskView.svelte';
import { Desk } from '../state/desk.svelte';
import { Settings } from '../state/settings.svelte';
import '../styles/base.css';
import '../styles/board.css';
import '../styles/occurrence.css';
import '../styles/tokens.css';
import { textsIn } from '../texts/languages';
import type { Fake } from './fake-main';

/** The whole page over a fake main process, in English, with nothing remembered. */
export async function show({ main }: Fake) {
  localStorage.clear();
  const settings = new Settings();
  settings.change({ language: 'en' });
  const desk = new Desk(main, settings, await textsIn('en'));
  await desk.load();
  const screen = await render(DeskView, { props: { desk } });
  return { desk, screen };
}

/** A key pressed anywhere on the page. */
export const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
