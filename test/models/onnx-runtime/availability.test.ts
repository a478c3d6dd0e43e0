import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { availabilityOn, onnxAddon, onnxAvailability } from '../../../src/models/onnx-runtime/availability.ts';
import { fileVersion, readPe } from '../../../src/models/onnx-runtime/pe-file.ts';
import { windowsLibrary } from '../../fixtures/native-files.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** A Windows computer: the addon imports the runtime, and its library another part of it. */
async function windows(installed: Readonly<Record<string, number[]>>) {
  const [addonFolder, systemFolder] = [await tempFolder(), await tempFolder()];
  const addon = join(addonFolder, 'onnxruntime_binding.node');
  await writeFile(addon, windowsLibrary({ imports: ['onnxruntime.dll', 'KERNEL32.dll', 'VCRUNTIME140.dll'] }));
  await writeFile(
    join(addonFolder, 'onnxruntime.dll'),
    windowsLibrary({ imports: ['MSVCP140.dll', 'VCRUNTIME140.dll'] }),
  );
  for (const [name, version] of Object.entries(installed))
    await writeFile(join(systemFolder, name), windowsLibrary({ version }));
  return { platform: 'win32', arch: 'x64', addon, systemFolder };
}

const needs = [sentence('need.visual-cpp', { url: 'https://aka.ms/vs/17/release/vc_redist.x64.exe' })];

it('names the libraries that a clean Windows lacks, of the addon and of what it loads', async () => {
  expect(availabilityOn(await windows({}))).toEqual({
    available: false,
    reason: sentence('engine.visual-cpp-missing', { libraries: 'msvcp140.dll, vcruntime140.dll' }),
    needs,
  });
  const both = { 'msvcp140.dll': [14, 44, 35211, 0], 'vcruntime140.dll': [14, 50, 1, 0] };
  expect(availabilityOn(await windows(both))).toEqual({ available: true });
});

it('refuses a runtime older than the linker, which would crash', async () => {
  const old = { 'msvcp140.dll': [14, 29, 30133, 0], 'vcruntime140.dll': [14, 44, 35211, 0] };
  expect(availabilityOn(await windows(old))).toEqual({
    available: false,
    reason: sentence('engine.visual-cpp-old', { libraries: 'msvcp140.dll 14.29.30133' }),
    needs,
  });
});

it('is unavailable where ONNX Runtime has no build, and available here', () => {
  expect(onnxAddon('darwin', 'x64')).toBeNull();
  expect(availabilityOn({ platform: 'darwin', arch: 'x64', addon: null, systemFolder: '' })).toEqual({
    available: false,
    reason: sentence('engine.no-onnx-build', { computer: 'darwin x64' }),
    needs: [],
  });
  expect(onnxAvailability()).toEqual({ available: true });
});

it('reads headers, import tables and the version of a Windows library', () => {
  const file = windowsLibrary({
    arch: 'arm64',
    linker: 38,
    imports: ['A.dll'],
    delayed: ['B.dll'],
    version: [1, 2, 3, 4],
  });
  expect(readPe(file)).toEqual({ arch: 'arm64', linker: [14, 38], imports: ['A.dll'], delayed: ['B.dll'] });
  expect(fileVersion(file)).toEqual([1, 2, 3, 4]);
  expect(fileVersion(windowsLibrary({}))).toBeNull();
  expect(readPe(Buffer.from('#!/usr/bin/env node'))).toBeNull();
  expect(() => readPe(file.subarray(0, 0x180))).toThrow(RangeError);
});
