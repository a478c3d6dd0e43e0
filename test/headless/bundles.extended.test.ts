import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('merges bundles that parallel commands made without a library, and finds what both found', async () => {
  const folder = await tempFolder();
  const [footage, bundles, data] = [join(folder, 'footage'), join(folder, 'bundles'), join(folder, 'data')];
  await mkdir(footage);
  for (const [name, seeds] of Object.entries({ 'one.mp4': [1, 2], 'two.mp4': [3, 4] })) {
    const pictures = seeds.flatMap((seed) => Array.from({ length: 20 }, () => texture(320, 180, seed)));
    await writeMedia(join(footage, name), { video: { width: 320, height: 180, frameRate: 10, pictures } });
  }
  const analyze = (name: string) =>
    runCommand('analyze', join(footage, name), '--modules', 'scenes', '--bundle-dir', bundles, '--quiet');
  const made = await Promise.all(['one.mp4', 'two.mp4'].map(analyze));
  expect(made.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual([
    [0, '', ''],
    [0, '', ''],
  ]);
  expect((await readdir(bundles)).sort()).toEqual(['one.mp4.reelscope', 'two.mp4.reelscope']);
  const files = ['one.mp4.reelscope', 'two.mp4.reelscope'].map((name) => join(bundles, name));
  const bytes = await readFile(files[0]!);
  // A job that runs again does nothing; another file is not overwritten.
  expect(await analyze('one.mp4')).toMatchObject({ code: 0 });
  expect(await readFile(files[0]!)).toEqual(bytes);
  const other = await runCommand('analyze', join(footage, 'two.mp4'), '--bundle', files[0]!);
  expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/not a bundle of this file/)]);

  await startServe(data);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(...args, '--data-dir', data);
    return {
      code,
      stderr,
      lines: stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t')),
    };
  };
  const first = await run('bundles', 'import', ...files);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.lines.map(([outcome, name, , source]) => [outcome, name, source])).toEqual([
    ['added', 'one.mp4', 'source file missing'],
    ['added', 'two.mp4', 'source file missing'],
  ]);
  const found = await run('search', 'shot');
  expect(new Set(found.lines.map(([line]) => line?.match(/\w+\.mp4/)?.[0]))).toEqual(new Set(['one.mp4', 'two.mp4']));
  const results = await run('results', first.lines[0]![2]!);
  const again = await run('bundles', 'import', ...files, '--sources', footage);
  expect(again.lines.map(([outcome, , , source]) => [outcome, source])).toEqual([
    ['unchanged', ''],
    ['unchanged', ''],
  ]);
  expect(await run('results', first.lines[0]![2]!)).toEqual(results);

  const out = join(folder, 'again.reelscope');
  expect(await run('bundles', 'export', 'one.mp4', '--out', out)).toMatchObject({ code: 0, lines: [[out]] });
  const broken = join(folder, 'broken.reelscope');
  await copyFile(out, broken);
  await writeFile(broken, (await readFile(out)).subarray(0, -100));
  const checked = await run('bundles', 'verify', out, broken);
  expect(checked).toMatchObject({ code: 1, lines: [['valid', out, expect.stringMatching(/^\d+ entries$/)]] });
  expect(checked.stderr).toMatch(/broken.reelscope: This file is not a Reelscope bundle/);
  expect((await run('bundles', 'show', out)).lines).toContainEqual(expect.arrayContaining(['scenes', '2']));
  for (const wrong of [['import'], ['show', out, out]])
    expect((await run('bundles', ...wrong)).code, wrong.join(' ')).toBe(2);
}, 240_000);
