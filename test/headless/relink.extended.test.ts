import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('finds files that were analyzed in place and moved since, and replaces one only on request', async () => {
  const folder = await tempFolder();
  const [data, clip, moved] = [join(folder, 'data'), join(folder, 'clip.mp4'), join(folder, 'moved')];
  const other = join(folder, 'other.mp4');
  for (const [path, seed] of [[clip, 1] as const, [other, 2] as const]) {
    const pictures = Array.from({ length: 20 }, () => texture(320, 180, seed));
    await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  }
  await startServe(data);
  const run = (...args: string[]) => runCommand(...args, '--data-dir', data);
  const analyzed = await run('analyze', clip, '--reference', '--modules', 'scenes', '--quiet');
  expect([analyzed.code, analyzed.stderr]).toEqual([0, '']);
  const { job_id: jobId } = JSON.parse(analyzed.stdout) as { job_id: string };

  await mkdir(join(moved, 'deeper'), { recursive: true });
  await rename(clip, join(moved, 'deeper', 'renamed.mp4'));
  await writeFile(join(moved, 'note.txt'), 'not a video');
  const nowhere = await run('relink', data);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, 'clip.mp4 is still missing.\n']);
  const found = await run('relink', moved);
  expect([found.code, found.stdout]).toEqual([0, `clip.mp4\t${join(moved, 'deeper', 'renamed.mp4')}\n`]);

  const refused = await run('relink', other, '--video', jobId);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/\(source_changed\)|\(conflict\)/);
  const replaced = await run('relink', other, '--video', jobId, '--replace');
  expect([replaced.code, replaced.stdout]).toEqual([0, `${other}\n`]);

  for (const wrong of [[], [moved, other], [other, '--replace'], [join(folder, 'none')]])
    expect((await run('relink', ...wrong)).code, wrong.join(' ')).toBe(wrong.length === 1 ? 1 : 2);
  expect((await run('analyze', other, '--reference', '--copy')).code).toBe(2);
});
