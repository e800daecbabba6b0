import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../tools/find-browser.mjs';

/**
 * What a reader waits for: node bench/run.mjs page   (after npm run build)
 *
 * From the start of the app to the first useful picture; from the click on a game to its picture; and a list of 200,000
 * games scrolled for some seconds, pictures and long tasks (over 50 ms) counted. The app is the built one in dist/, the
 * page runs in a browser of its own without a graphics card, so that painting is the processor's work too.
 */
const GAMES = 200_000;
const OPENED = 60;
const STARTS = 5;
const SCROLL_SECONDS = 8;
/** A fast wheel: a row and a half of the list for each picture. */
const SCROLL_STEP = 75;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threefold-bench-page-'));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    console.log(`load of the machine before: ${loadavg()[0]!.toFixed(1)}`);
    const file = join(folder, 'games.pgn');
    await writeGames(file);
    const starts: { host: number; page: number; kilobytes: number }[] = [];
    for (let n = 0; n < STARTS; n++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      starts.push(await start(await context.newPage(), join(folder, `start-${n}`)));
      await context.close();
    }
    tell(
      'host listens after',
      starts.map(({ host }) => host),
    );
    tell(
      'first useful picture after',
      starts.map(({ host, page }) => host + page),
      1000,
    );
    tell(
      'of that the page',
      starts.map(({ page }) => page),
    );
    console.log(`loaded at the start: ${starts[0]!.kilobytes.toFixed(0)} kB`);

    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const app = await startHost(join(folder, 'list'), [file]);
    try {
      await page.goto(app.url);
      await page.locator('#game-0').waitFor();
      await page.getByText(new Intl.NumberFormat('en').format(GAMES)).first().waitFor({ timeout: 120_000 });
      tell('a game opens in', await openGames(page), 50);
      const { pictures, seconds, long } = await scroll(page);
      console.log(
        `the list of ${GAMES} scrolls at ${(pictures / seconds).toFixed(1)} pictures a second; long tasks: ${long.length}` +
          (long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ''),
      );
    } finally {
      await app.stop();
    }
    console.log(`load of the machine after: ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first are our own games whole, for opening; the others are short, for the list. */
async function writeGames(path: string): Promise<void> {
  const texts = readFileSync('fixtures/first-light.pgn', 'utf8')
    .trim()
    .split(/\n\n(?=\[Event )/);
  const whole = texts.map((text) => text.slice(text.lastIndexOf(']\n') + 1).trim()).filter((text) => text.length > 400);
  const out = createWriteStream(path);
  for (let n = 0; n < GAMES; n++) {
    const moves = n < OPENED ? whole[n % whole.length]! : '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *';
    const tags = `[Event "Bench"]\n[White "White ${n}"]\n[Black "Black ${n}"]\n[Date "2020.01.01"]\n[Result "*"]\n`;
    if (!out.write(`${tags}\n${moves}\n\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function startHost(profile: string, files: string[] = []) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['dist/main/start.js', '--browser', '--no-open', '--profile', profile, ...files],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const link = /http:\/\/\S+/.exec(line);
      if (link) resolve(link[0]);
    });
  });
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
    },
  };
}

/** Milliseconds until the host listens, and from there until the page can be used. */
async function start(page: Page, profile: string) {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const before = performance.now();
  const app = await startHost(profile);
  const listening = performance.now();
  try {
    await page.goto(app.url, { waitUntil: 'commit' });
    await page.locator('main h2').waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return { host: listening - before, page: performance.now() - listening, kilobytes: bytes / 1024 };
  } finally {
    await app.stop();
  }
}

/** Milliseconds from each click to the picture after the game's players stand at the board. */
const openGames = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const list = document.querySelector('#game-list')!;
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const times: number[] = [];
    for (let n = 1; n < count; n++) {
      list.scrollTop = n * 50 - 200;
      await painted();
      await painted();
      const row = document.querySelector<HTMLElement>(`#game-${n}`)!;
      const before = performance.now();
      row.click();
      await new Promise<void>((resolve) => {
        const look = () => {
          if (![...document.querySelectorAll('.player .name')].some((name) => name.textContent === `White ${n}`))
            return;
          watch.disconnect();
          resolve();
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await painted();
      times.push(performance.now() - before);
    }
    return times;
  }, OPENED);

const scroll = (page: Page): Promise<{ pictures: number; seconds: number; long: number[] }> =>
  page.evaluate(
    async ({ seconds, step }) => {
      const list = document.querySelector('#game-list')!;
      list.scrollTop = 0;
      const long: number[] = [];
      const observer = new PerformanceObserver((entries) => {
        for (const { duration } of entries.getEntries()) long.push(duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      const began = performance.now();
      let pictures = 0;
      while (performance.now() - began < seconds * 1000) {
        await new Promise(requestAnimationFrame);
        // Now and then far away, as when the bar is dragged.
        list.scrollTop += ++pictures % 120 === 0 ? 500_000 : step;
      }
      const took = (performance.now() - began) / 1000;
      observer.disconnect();
      return { pictures, seconds: took, long };
    },
    { seconds: SCROLL_SECONDS, step: SCROLL_STEP },
  );

function tell(what: string, times: number[], wanted?: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0);
  console.log(
    `${what} ${at(0.5)} ms (median of ${sorted.length}; least ${at(0)}, nine of ten within ${at(0.9)}, most ${at(1)})` +
      (wanted === undefined ? '' : `; wanted: under ${wanted}`),
  );
}
