import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../weights');

describe.each(readdirSync(FOLDER))('weights/%s', (name) => {
  const read = (file: string) => readFileSync(join(FOLDER, name, file));
  const readme = read('README.md').toString('utf8');
  const files = readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(FOLDER, name, file)).isFile() && !['README.md', 'LICENSE'].includes(file));

  it('are those that its README describes', () => {
    for (const file of files) {
      const sha256 = createHash('sha256').update(read(file)).digest('hex');
      expect(readme, file).toContain(sha256);
    }
  });

  it('has a license', () => expect(read('LICENSE').length).toBeGreaterThan(500));
});
