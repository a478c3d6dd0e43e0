import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withReportFile } from '../../src/main/report-file.ts';

it('removes the file after the work, also if it fails', async () => {
  let file = '';
  const work = async (url: string) => {
    file = fileURLToPath(url);
    expect(readFileSync(file, 'utf8')).toBe('<p>Grün</p>');
    throw new Error('no printer');
  };
  await expect(withReportFile('<p>Grün</p>', work)).rejects.toThrow('no printer');
  expect(existsSync(file)).toBe(false);
});
