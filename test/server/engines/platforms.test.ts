import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  MISSING_PARTS,
  type NativePart,
  PLATFORMS,
  type Platform,
  platformName,
  platformSupport,
  thisPlatform,
} from '../../../src/server/engines/platforms.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, unknown>;
};
const has = (name: string) => `node_modules/${name}` in packages;

/** The package that carries a part's binary for a system; better-sqlite3 and ONNX Runtime carry those of all in one. */
const PACKAGES: Partial<Record<NativePart, (platform: Platform) => string>> = {
  ffmpeg: (platform) => `@seydx/node-av-${platform}${platform.startsWith('win32') ? '-msvc' : ''}`,
  'sqlite-vec': (platform) => `sqlite-vec-${platform.replace('win32', 'windows')}`,
  'whisper.cpp': (platform) => `@fugood/node-whisper-${platform}`,
};

it.each(PLATFORMS)('%s lacks what the lock file has no package for', (platform) => {
  const lacking = Object.entries(PACKAGES).filter(([, name]) => !has(name(platform)));
  const listed = MISSING_PARTS[platform].filter((part) => part in PACKAGES);
  expect([...listed].sort()).toEqual(lacking.map(([part]) => part).sort());
});

it('says how far this and other systems are supported', () => {
  expect(platformSupport(thisPlatform())).toBe(`${thisPlatform()}: everything`);
  expect(platformSupport('win32-arm64')).toMatch(/does not start, sqlite-vec not available\. Use the version for x64/);
  expect(platformSupport('darwin-x64')).toMatch(/no onnxruntime, so no text recognition/);
  expect(platformSupport('freebsd-x64')).toBe('freebsd-x64: not built for this system');
  expect(platformName('linux', 'x64', true)).toBe('linuxmusl-x64');
});

it('is the table of docs/platforms.md', () => {
  const text = readFileSync(join(ROOT, 'docs/platforms.md'), 'utf8');
  for (const platform of PLATFORMS) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${platform}\` |`));
    expect(row, platform).toContain(`| ${MISSING_PARTS[platform].join(', ') || 'nothing'} |`);
  }
});
