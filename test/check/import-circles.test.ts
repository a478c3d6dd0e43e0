import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';
import { findImportCircles } from './import-circles.ts';

async function circlesIn(files: Record<string, string>): Promise<string[][]> {
  const folder = await tempFolder();
  for (const [path, source] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  return findImportCircles(folder);
}

describe('findImportCircles', () => {
  test('accepts a tree in which every import points one way', async () => {
    const files = {
      'a.ts': "import './b/b.ts'; import './c.ts'; import 'zod';",
      'b/b.ts': "import '../c.ts';",
      'c.ts': '',
    };
    expect(await circlesIn(files)).toEqual([]);
  });

  test('reports circles of type imports, re-exports and dynamic imports', async () => {
    const files = {
      'a.ts': "import type { B } from './b.ts';",
      'b.ts': "export * from './c.ts';",
      'c.ts': "export const load = () => import('./a.ts');",
    };
    expect(await circlesIn(files)).toEqual([['a.ts', 'b.ts', 'c.ts', 'a.ts']]);
  });

  test('reports separate circles, and the shortest path through each', async () => {
    const files = {
      'a.ts': "import './b.ts'; import './c.ts';",
      'b.ts': "import './c.ts';",
      'c.ts': "import './a.ts'; import './d.ts';",
      'd.ts': "import './e.tsx';",
      'e.tsx': "import './d.ts';",
    };
    const circles = await circlesIn(files);
    expect(circles.sort()).toEqual([
      ['a.ts', 'c.ts', 'a.ts'],
      ['d.ts', 'e.tsx', 'd.ts'],
    ]);
  });

  test('reports a file that imports itself', async () => {
    expect(await circlesIn({ 'a.ts': "import './a.ts';" })).toEqual([['a.ts', 'a.ts']]);
  });
});
