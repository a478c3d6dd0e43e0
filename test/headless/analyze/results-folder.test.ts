import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openResultsFolder } from '../../../src/headless/analyze/results-folder.ts';
import { UsageError } from '../../../src/headless/command.ts';
import { tempFolder } from '../../fixtures/temp.ts';

describe('the results folder', () => {
  it('is created with those above it, and opened again', async () => {
    const folder = join(await tempFolder(), 'a', 'b', 'c');
    await openResultsFolder(folder);
    await openResultsFolder(folder);
    expect((await fs.stat(folder)).isDirectory()).toBe(true);
  });

  it('is refused with a sentence where a file is in the way, before anything is analyzed', async () => {
    const file = join(await tempFolder(), 'notes.txt');
    await fs.writeFile(file, 'mine');
    await expect(openResultsFolder(file)).rejects.toThrow(UsageError);
    await expect(openResultsFolder(file)).rejects.toThrow(
      `Can't write results to ${file}: a file of that name is in the way.`,
    );
    await expect(openResultsFolder(join(file, 'below'))).rejects.toThrow('a part of the path is a file');
    expect(await fs.readFile(file, 'utf8')).toBe('mine');
  });

  it.runIf(process.platform === 'linux')('is refused where the system creates no folders', async () => {
    await expect(openResultsFolder('/proc/reelscope/results')).rejects.toThrow(UsageError);
  });
});
