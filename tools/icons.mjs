// Renders packaging/icon.svg to the sizes that the systems want, with the browser that the tests use.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';

const svg = readFileSync('packaging/icon.svg', 'utf8');
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: findBrowser(), args });
for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: `packaging/icons/${size}x${size}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
