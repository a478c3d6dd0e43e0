import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { logFile, logFiles } from '../../../src/server/hosting/log-file.ts';
import { tempFolder } from '../../fixtures/temp.ts';

it('keeps the newest lines in a few files of limited size', async () => {
  const file = join(await tempFolder(), 'logs', 'a.log');
  const sink = logFile(file, () => expect.unreachable(), { fileBytes: 300, keptFiles: 2 });
  for (let i = 0; i < 40; i++) sink({ time: 0, level: 'info', message: `line ${i}`, fields: {} });
  sink({ time: 0, level: 'debug', message: 'not this', fields: {} });
  const files = logFiles(file, 2);
  expect(files).toEqual([file, `${file}.1`, `${file}.2`]);
  expect(readFileSync(file, 'utf8')).toContain('line 39');
  for (const one of files) expect(readFileSync(one).length).toBeLessThanOrEqual(300);
});

it('passes lines on that the disk rejects', async () => {
  // A file is no folder, on any system.
  const file = join(await tempFolder(), 'file');
  writeFileSync(file, '');
  const lines: string[] = [];
  const sink = logFile(join(file, 'no', 'a.log'), ({ message }) => lines.push(message));
  sink({ time: 0, level: 'error', message: 'lost', fields: {} });
  expect(lines).toEqual(['lost']);
});
