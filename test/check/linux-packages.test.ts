import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { expect, it } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { Arch, build, Platform } = require('electron-builder') as typeof import('electron-builder');
const { getConfig } = require('app-builder-lib/out/util/config/config') as {
  getConfig(root: string, file: null, given: null): Promise<Configuration>;
};

/** Values that electron-builder computes for a package: of an AppImage, or arguments of fpm and a desktop file. */
type Computed = { desktop: string } | [args: string[], desktopFile: string];

/** Runs electron-builder up to the call of the tool that packs, which it would have to download. */
async function packageFor(target: 'AppImage' | 'deb'): Promise<Computed> {
  const app = await tempFolder();
  await mkdir(join(app, 'resources'));
  let computed: Computed | undefined;
  await build({
    projectDir: ROOT,
    prepackaged: app,
    targets: Platform.LINUX.createTarget(target, Arch.x64),
    publish: 'never',
    config: {
      extraMetadata: { homepage: 'https://reelscope.example' },
      directories: { output: join(app, 'dist'), buildResources: 'resources' },
    },
    effectiveOptionComputed: async (value: Computed) => {
      computed = value;
      return true;
    },
  });
  return computed!;
}

it('starts the AppImage with Chromium’s sandbox', async () => {
  const { desktop } = (await packageFor('AppImage')) as { desktop: string };
  expect(desktop).toMatch(/^Exec=AppRun %U$/m);
});

/** Packages of Debian whose libraries no other dependency brings: of Electron, and of whisper.cpp. */
const LIBRARIES = ['libgbm1', 'libx11-xcb1', 'libasound2t64 | libasound2', 'libgomp1'];

/** Files beside the application. */
const FILES = [
  ['resources/linux/copyright', '/usr/share/doc/reelscope/copyright'],
  ['resources/linux/io.reelscope.app.metainfo.xml', '/usr/share/metainfo/io.reelscope.app.metainfo.xml'],
] as const;

it('installs the libraries of Electron and the addons, the license, and AppStream metadata', async () => {
  const [args] = (await packageFor('deb')) as [string[], string];
  expect((await getConfig(ROOT, null, null)).deb?.depends).toEqual(expect.arrayContaining(LIBRARIES));
  for (const [source, target] of FILES) {
    expect(args).toContain(`${source}=${target}`);
    expect(existsSync(join(ROOT, source)), source).toBe(true);
  }
});
