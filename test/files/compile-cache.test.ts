import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';

const SCRIPT = `
import { getCompileCacheDir } from 'node:module';
import { cacheCompiledCode } from ${JSON.stringify(new URL('../../src/files/compile-cache.ts', import.meta.url).href)};
cacheCompiledCode();
console.log(getCompileCacheDir() ?? 'none');`;

const cacheOf = async (env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], { env });
  return stdout.trim();
};

test.runIf(process.platform === 'linux')('code is cached where only this account writes', async () => {
  const folder = await tempFolder();
  expect(await cacheOf({ HOME: folder })).toContain(join(folder, '.cache', 'reelscope'));
  expect(await cacheOf({ HOME: folder, XDG_CACHE_HOME: join(folder, 'x') })).toContain(join(folder, 'x', 'reelscope'));
  expect(await cacheOf({})).toBe('none');
  expect(await cacheOf({ NODE_COMPILE_CACHE: join(folder, 'y') })).toContain(join(folder, 'y'));
  expect(await readdir(join(folder, '.cache', 'reelscope'))).toHaveLength(1);
});
