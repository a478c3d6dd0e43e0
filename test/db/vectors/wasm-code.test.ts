import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateWasm } from '../../../build/generate-wasm.ts';

test('is what the .wat files assemble to (npm run generate:wasm)', async () => {
  const file = join(import.meta.dirname, '../../../src/db/vectors/wasm-code.gen.ts');
  expect(await readFile(file, 'utf8')).toBe(await generateWasm());
});
