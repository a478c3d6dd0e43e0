import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { checkNativeFiles } from '../../build/native/check.ts';
import { readMachO } from '../../build/native/mach-o.ts';
import { macLibrary, universalLibrary, windowsLibrary } from '../fixtures/native-files.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** Writes files by their path in a new folder. */
async function tree(files: Readonly<Record<string, Buffer | string>>): Promise<string> {
  const folder = await tempFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const WINDOWS = { platform: 'win32', arch: 'x64', hasVisualCpp: true } as const;
const MAC = { platform: 'darwin', arch: 'arm64', minimumSystem: '15.0' } as const;
const RPATH = '@loader_path/../libs/lib';

it('passes a package for Windows until a library is taken away', async () => {
  const folder = await tree({
    'a/index.node': windowsLibrary({ imports: ['KERNEL32.dll', 'Engine.dll'], delayed: ['node.exe', 'Later.dll'] }),
    'a/engine.dll': windowsLibrary({ imports: ['api-ms-win-crt-heap-l1-1-0.dll', 'MSVCP140.dll'] }),
    'a/later.dll': windowsLibrary({}),
    'a/readme.txt': 'no library',
  });
  expect(checkNativeFiles(folder, WINDOWS)).toEqual({ files: 3, problems: [], visualCpp: ['msvcp140.dll'] });
  await rm(join(folder, 'a/engine.dll'));
  await rm(join(folder, 'a/later.dll'));
  expect(checkNativeFiles(folder, WINDOWS).problems).toEqual([
    'a/index.node imports Engine.dll, which is neither part of Windows nor beside it',
    'a/index.node imports Later.dll, which is neither part of Windows nor beside it',
  ]);
});

it('accepts the Visual C++ runtime beside a file, or installed by the installer', async () => {
  const importing = { 'a/index.node': windowsLibrary({ imports: ['VCRUNTIME140.dll'] }) };
  const without = { ...WINDOWS, hasVisualCpp: false };
  expect(checkNativeFiles(await tree(importing), without).problems).toEqual([
    'a/index.node imports VCRUNTIME140.dll, and the installer doesn’t install the Visual C++ runtime',
  ]);
  const beside = await tree({ ...importing, 'a/vcruntime140.dll': windowsLibrary({}) });
  expect(checkNativeFiles(beside, without).problems).toEqual([]);
});

it('reports what was linked with a newer Visual C++ than the installer requires', async () => {
  const folder = await tree({ 'new.node': windowsLibrary({ linker: 45, imports: ['MSVCP140.dll'] }) });
  expect(checkNativeFiles(folder, WINDOWS).problems).toEqual([
    'new.node needs Visual C++ 14.45; the installer is content with 14.44',
  ]);
});

it('reports files for another processor or system', async () => {
  const files = { 'arm.dll': windowsLibrary({ arch: 'arm64' }), 'mac.node': macLibrary({}), 'linux.so.1': '\x7fELF' };
  expect(checkNativeFiles(await tree(files), WINDOWS).problems).toEqual([
    'arm.dll is for arm64',
    'linux.so.1 is not for Windows',
    'mac.node is not for Windows',
  ]);
  const x64 = { 'x64.node': macLibrary({ arch: 'x64' }), 'win.dll': windowsLibrary({}) };
  expect(checkNativeFiles(await tree(x64), MAC).problems).toEqual(['win.dll is not for macOS', 'x64.node is for x64']);
});

it('finds libraries of macOS by @rpath, and misses one that is taken away', async () => {
  const folder = await tree({
    'a/index.node': macLibrary({
      imports: ['/usr/lib/libc++.1.dylib', '@rpath/libengine.1.dylib', '@loader_path/near.dylib'],
      weak: ['/opt/none.dylib'],
      rpaths: ['@loader_path/nowhere', RPATH],
    }),
    'a/near.dylib': macLibrary({}),
    'libs/lib/libengine.1.dylib': macLibrary({
      imports: ['/System/Library/Frameworks/Metal.framework/Versions/A/Metal'],
    }),
  });
  expect(checkNativeFiles(folder, MAC)).toEqual({ files: 3, problems: [], visualCpp: [] });
  await rm(join(folder, 'libs/lib/libengine.1.dylib'));
  expect(checkNativeFiles(folder, MAC).problems).toEqual([
    'a/index.node needs @rpath/libengine.1.dylib, which is neither part of macOS nor in the package',
  ]);
});

it('reports what is built for a later macOS than the package says', async () => {
  const folder = await tree({ 'new.node': macLibrary({ minimum: 16 }), 'same.node': macLibrary({ minimum: 15 }) });
  expect(checkNativeFiles(folder, MAC).problems).toEqual([
    'new.node is built for macOS 16.0; the package accepts 15.0',
  ]);
});

it('reads each processor’s part of a universal library', () => {
  const parts = readMachO(universalLibrary(macLibrary({ arch: 'x64', imports: ['/opt/a'] }), macLibrary({})));
  expect(parts).toEqual([
    { arch: 'x64', libraries: ['/opt/a'], rpaths: [], minimumSystem: [11, 0] },
    { arch: 'arm64', libraries: [], rpaths: [], minimumSystem: [11, 0] },
  ]);
  expect(readMachO(Buffer.from('#!/bin/sh\n'.padEnd(64)))).toEqual([]);
});
