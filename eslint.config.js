import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Who may import what (ARCHITECTURE.md): the compiler's per-folder lib and types hold most of it, these hold the rest.
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });
const electron = { regex: '^electron$', message: 'Electron is named only in the shell (src-main/*.ts).' };
const node = { regex: '^node:', message: 'No Node here.' };
const main = { regex: '/src-main/', message: 'Only the contract in shared/ is common to page and main.' };
const page = { regex: '/src-renderer/|^svelte', message: 'Nothing here knows the page.' };

export default ts.config(
  {
    ignores: [
      'dist',
      'release',
      'coverage',
      'test-results',
      '**/.svelte-check',
      'src-main/engine/kernel',
      'bench/learn/kernel',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'off',
      eqeqeq: 'error',
      // Maps and sets on the page are replaced whole ($state.raw), never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { projectService: false, extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
  },
  { files: ['shared/**/*.ts'], ignores: ['**/*.test.ts'], rules: forbid(electron, node, main, page) },
  { files: ['src-main/{engine,library,cli,browser-host}/**/*.ts'], rules: forbid(electron, page) },
  { files: ['src-renderer/**'], ignores: ['**/*.test.ts'], rules: forbid(electron, node, main) },
);
