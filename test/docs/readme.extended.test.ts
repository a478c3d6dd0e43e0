import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const run = promisify(execFile);

/**
 * Runs the commands of the README's `console` blocks in order, over an empty library. UPDATE_EXAMPLES=1 writes their
 * output into the README instead of comparing it.
 */
// The examples are for a POSIX shell.
test.skipIf(process.platform === 'win32')(
  'README examples print the documented output',
  async () => {
    const folder = await tempFolder();
    const env = { ...process.env, REELSCOPE_DATA_DIR: join(folder, 'data'), NO_COLOR: '1' };
    const readme = readFileSync(README, 'utf8');
    const blocks = [...readme.matchAll(/```console\n(.*?)```/gs)].map((match) => match[1]!);
    expect(blocks.length).toBeGreaterThan(1);
    let updated = readme;
    for (const block of blocks) {
      let actual = '';
      for (const command of block.split('\n').filter((line) => line.startsWith('$ '))) {
        const { stdout } = await run('sh', ['-c', command.slice(2).replaceAll('demo.mp4', join(folder, 'demo.mp4'))], {
          cwd: ROOT,
          env,
        });
        actual += `${command}\n${stdout.replaceAll(`${folder}/`, '').replaceAll('\r', '')}`;
      }
      if (process.env['UPDATE_EXAMPLES']) updated = updated.replace(block, () => actual);
      else expect(withoutScores(actual)).toEqual(withoutScores(block));
    }
    if (updated !== readme) writeFileSync(README, updated);
  },
  180_000,
);

/** Similarities, and times and confidence of speech and its keywords differ in the last digit between processors. */
function withoutScores(text: string): string {
  return text
    .replace(/^0\.\d\d {2}/gm, '0.__  ')
    .replace(/^(?:transcription|keywords),.*$/gm, (line) => line.replace(/\d*\.\d+/g, '_').replace(/:\d\d\._/g, ':_'));
}
