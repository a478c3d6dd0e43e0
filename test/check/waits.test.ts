import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no test waits for as little as a second', () => {
  const files = globSync('test/**/*.ts').filter((file) => !file.endsWith('fixtures/wait.ts'));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => /\bvi\.wait(?:Until|For)\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
