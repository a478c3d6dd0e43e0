import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const OBJECT = /^(?:export )?const (\w+): (?:Readonly<)?Record<string, .*= \{/gm;

test('tables that any string may be looked up in have no inherited members', () => {
  const objects = globSync('**/*.{ts,tsx}', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(OBJECT)].map(([, name]) => `${file}: ${name}`),
  );
  // Use `dictionary` instead: `{}['constructor']` is a function.
  expect(objects).toEqual([]);
});
