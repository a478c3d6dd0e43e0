import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readJson, writeJson } from '../../src/main/json-file.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('replaces a file as a whole', async () => {
  const file = join(await tempFolder(), 'new', 'window.json');
  expect(writeJson(file, { width: 1 })).toBeUndefined();
  expect(writeJson(file, { width: 2 })).toBeUndefined();
  expect(readJson(file, z.object({ width: z.number() }))).toEqual({ width: 2 });
  expect(readdirSync(join(file, '..'))).toEqual(['window.json']);
});

it('returns why a file could not be written, and never throws', async () => {
  const file = join(await tempFolder(), 'window.json');
  // A folder can't be replaced, like a file that another program has open.
  mkdirSync(join(file, 'inside'), { recursive: true });
  expect(writeJson(file, { width: 1 })).toMatchObject({
    code: expect.stringMatching(/EISDIR|EPERM|ENOTEMPTY|conflict/),
  });
});
