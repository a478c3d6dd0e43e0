import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../weights');

test.each(readdirSync(ROOT))('the files of weights/%s are those that its README describes', (folder) => {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(ROOT, folder, file)).isFile() && file !== 'README.md' && file !== 'LICENSE');
  expect(files).not.toEqual([]);
  for (const file of files) {
    const hash = createHash('sha256')
      .update(readFileSync(join(ROOT, folder, file)))
      .digest('hex');
    expect(readme).toContain(`| \`${file}\` | \`${hash}\` |`);
  }
});
