import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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

  it('leaves no empty results on a full disk, and writes them once there is space', async (context) => {
    const disk = await tempFolder();
    if (!mountSmallDisk(disk)) return context.skip('This test needs the permission to mount a disk.');
    onTestFinished(() => void execFileSync('umount', ['-l', disk], { stdio: 'pipe' }));
    const [folder, filler] = [join(disk, 'out'), join(disk, 'filler')];
    const results = await openResultsFolder(folder);
    await fs.writeFile(filler, '');
    for (let isFull = false; !isFull; )
      isFull = await fs.appendFile(filler, 'x'.repeat(1024)).then(
        () => false,
        () => true,
      );
    await expect(results.write(INPUT, '.json', RESULTS)).rejects.toThrow('The disk is full. The file was not saved.');
    expect(await fs.readdir(folder, { recursive: true })).not.toContain('day/clip.mp4.json');
    await fs.rm(filler);
    expect(await results.write(INPUT, '.json', RESULTS)).toBe(join(folder, 'day/clip.mp4.json'));
    expect(await fs.readFile(join(folder, 'day/clip.mp4.json'), 'utf8')).toBe(RESULTS);
  });

  it('loses no entry of its list after a line that was cut off', async () => {
    const folder = await tempFolder();
    await fs.writeFile(join(folder, 'reelscope-files.ndjson'), '{"output":"x.json","sou');
    const path = await (await openResultsFolder(folder)).write(INPUT, '.json', RESULTS);
    expect(await (await openResultsFolder(folder)).find(INPUT, '.json')).toBe(path);
  });
});

/** Mounts a file system of 64 KB, where that is permitted. */
function mountSmallDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const INPUT = { path: '/footage/day/clip.mp4', label: 'clip.mp4', place: 'day/clip.mp4', size: 1, modifiedMs: 0 };
const RESULTS = JSON.stringify({ segments: ['x'.repeat(5000)] });
