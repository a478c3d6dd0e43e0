import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('workflows name actions by commit, since a tag can be moved', () => {
  const folder = '.github/workflows';
  const uses = readdirSync(folder).flatMap((name) =>
    [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/\buses:\s*(.+)$/gm)].map(([, action]) => action!),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});
