import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Maximum number of lines that only a real Electron can run. */
const MOST = 760;

it('limits the code that only Electron can run', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8');
    return /\bfrom 'electron'/.test(code) ? [{ file, lines: code.split('\n').length - 1 }] : [];
  });
  const lines = files.reduce((sum, { lines }) => sum + lines, 0);
  expect(files.length).toBeGreaterThan(5);
  expect(lines, files.map(({ file, lines }) => `${lines} ${file}`).join('\n')).toBeLessThan(MOST);
});
