import { svelte } from '@sveltejs/vite-plugin-svelte';
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import { threads } from './tools/threads.mjs';

// What stays outside the bundles: Electron's own module and packages that carry native code.
const native = ['electron', '@duckdb/node-api'];

const nodeBundle = (input: Record<string, string>, outDir: string, format: 'es' | 'cjs') => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, external: native },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: {
      input,
      external: [...native, ...builtinModules, /^node:/],
      platform: 'node' as const,
      output: {
        format,
        entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
        // Beside the entries, so that `new URL('./engine-worker.js', import.meta.url)` is right in any of them.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});

export default defineConfig(({ command }) => ({
  root: 'src-renderer',
  base: './',
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'main', 'preload']) await builder.build(builder.environments[name]!);
    },
  },
  environments: {
    client: {
      build: { outDir: '../dist/renderer', emptyOutDir: true, target: 'chrome140', modulePreload: { polyfill: false } },
    },
    ...(command === 'build' && {
      // Workers are entries of their own: `new URL('./engine-worker.js', import.meta.url)` finds them beside the bundle.
      main: nodeBundle(
        {
          main: '../src-main/main.ts',
          start: '../src-main/start.ts',
          threefold: '../src-main/cli/threefold.ts',
          ...Object.fromEntries(Object.entries(threads).map(([name, file]) => [name, `../${file}`])),
        },
        '../dist/main',
        'es',
      ),
      preload: nodeBundle({ preload: '../src-main/preload.ts' }, '../dist/preload', 'cjs'),
    }),
  },
}));
