import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/guide');
const MAX_LINES = 200;
const chapters = readdirSync(FOLDER).filter((file) => file !== 'README.md');

test('the list of chapters is complete', () => {
  const listed = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| \[\d\. (.+?)\]\((.+?)\)/gm)];
  expect(listed.map(([, , file]) => file)).toEqual(chapters);
  const titles = chapters.map((file) => /^# \d\. (.+)$/m.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1]);
  expect(listed.map(([, title]) => title)).toEqual(titles);
});

test.each(chapters)('%s is short, and has figures and the files to open', (file) => {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  const headings = lines.filter((line) => line.startsWith('## '));
  expect(headings).toContain('## Measured');
  expect(headings.at(-1)).toBe('## Files to open');
});
