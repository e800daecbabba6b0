import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** electron-builder's own judgement of our configuration, which it otherwise gives only when it packs. */
const require = createRequire(import.meta.url);
const configuration = await (async () => {
  const library = require('app-builder-lib/out/util/config/config') as {
    getConfig(project: string, path: string, overrides: null): Promise<Record<string, unknown>>;
    validateConfiguration(config: unknown, logger: { add(): void; isEnabled: boolean }): Promise<void>;
  };
  const config = await library.getConfig(process.cwd(), 'electron-builder.yml', null);
  return { config, validate: (what: unknown) => library.validateConfiguration(what, { add() {}, isEnabled: false }) };
})();

test('the configuration is one that electron-builder takes', async () => {
  const { config, validate } = configuration;
  await validate(config);
  await expect(validate({ ...config, asarUnpak: true })).rejects.toThrow(/asarUnpak/);
  await expect(validate({ ...config, electronFuses: { runAsNode: 'no' } })).rejects.toThrow(/runAsNode/);
});

test('native code and the kernel lie beside the archive, games are associated, and every fuse is set', () => {
  const { config } = configuration;
  expect(config.asar).toBe(true);
  expect(config.asarUnpack).toEqual(
    expect.arrayContaining(['**/*.node', '**/*.wasm', '**/*.so*', '**/*.dylib', '**/*.dll']),
  );
  expect(config.fileAssociations).toEqual([
    expect.objectContaining({ ext: 'pgn', mimeType: 'application/vnd.chess-pgn' }),
  ]);
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

test('Windows knows the running app by the name that it is installed under', () => {
  const main = readFileSync('src-main/main.ts', 'utf8');
  expect(/setAppUserModelId\('(.*)'\)/.exec(main)?.[1]).toBe(configuration.config.appId);
});

test('what is named in the configuration is there', () => {
  for (const file of ['LICENSE', 'THIRD-PARTY.txt', 'packaging/icons/512x512.png', 'packaging/icons/1024x1024.png'])
    expect(readFileSync(join(process.cwd(), file)).length).toBeGreaterThan(1000);
});
