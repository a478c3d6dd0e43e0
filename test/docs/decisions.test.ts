import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const files = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const number = Number(file.slice(0, 4));
  const status = /^Status: (accepted|superseded), (\d{4}-\d{2}-\d{2})/m.exec(text);

  test('has a number, a title, a status, and a date', () => {
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(status).not.toBeNull();
  });

  test('has the four headings in order', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives']);
  });

  test('is in the index with its title, status, and date', () => {
    const title = /^# \d+\. (.+)$/m.exec(text)?.[1];
    expect(index).toContain(`| [${number}](${file}) | ${title} | ${status?.[1]} | ${status?.[2]} |`);
  });
});

test('numbers are unique', () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});
