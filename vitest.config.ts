import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './tools/find-browser.mjs';

const root = process.getuid?.() === 0;

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line.unit.ts'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['{shared,src-main,bench,tools,fuzz}/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./tools/kernel.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [svelte({ configFile: 'svelte.config.js' })],
        test: {
          name: 'page',
          include: ['src-renderer/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: { executablePath: findBrowser(), args: root ? ['--no-sandbox'] : [] },
            }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
        },
      },
    ],
    coverage: {
      include: ['shared/**/*.ts', 'src-main/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        // AssemblyScript: its proof is the differential tests, the checked build and the mutants.
        'src-main/engine/kernel/**',
        // The Electron shell; e2e/electron runs it.
        'src-main/{main,window,menu,preload,app-protocol,start,fetch-electron}.ts',
        // Bodies of threads and processes: tests run them as bundles, where this process cannot count their lines.
        'src-main/{engine,library,lab}/worker.ts',
        'src-main/library/scan-worker.ts',
        'src-main/cli/threefold.ts',
        '**/*.child.ts',
      ],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
      thresholds: { lines: 90 },
    },
  },
});
