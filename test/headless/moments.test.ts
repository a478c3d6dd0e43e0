import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Moment } from '../../src/contract/search/moments.ts';
import { runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('adds, lists, finds, and removes moments', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const clip = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 30 }, () => texture(320, 180, 1));
  await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  // One server for all commands, which otherwise start their own.
  await startServe(data);
  await runCommand('analyze', clip, '--modules', 'scenes', '--data-dir', data);
  const run = (...args: string[]) => runCommand('moments', ...args, '--data-dir', data);

  const range = ['--end', '2.5', '--title', 'Arrival', '--note', '**Two** cars', '--tag', 'Proof, Car'];
  const added = await run('add', 'clip.mp4', '0:01', ...range, '--json');
  expect([added.code, added.stderr]).toEqual([0, '']);
  const moment = Moment.parse(JSON.parse(added.stdout));
  expect(moment).toMatchObject({ start_time: 1, end_time: 2.5, tags: [{ name: 'Car' }, { name: 'Proof' }] });
  const { stdout: named } = await run('add', moment.job_id, '2');
  expect(named).toMatch(/\tclip\.mp4\t0:02\tShot 1/);

  expect((await run('list')).stdout.split('\n')).toHaveLength(3);
  expect((await run('--find', 'cars')).stdout).toBe(`${moment.id}\tclip.mp4\t0:01–0:02.5\tArrival #Car #Proof\n`);
  expect(JSON.parse((await run('--tag', 'proof', '--video', 'clip.mp4', '--json')).stdout)).toEqual([moment]);
  const { stdout: csv } = await run('--tag', 'car', '--csv');
  expect(csv).toContain(`${moment.id},clip.mp4,${moment.job_id},1,2.5,Arrival,**Two** cars,"Car; Proof",Local user,`);

  expect((await run('rm', moment.id)).stdout).toBe('Moved to Trash.\n');
  expect((await run('--find', 'cars')).stdout).toBe('');
  expect((await run('rm', moment.id, '--permanent')).code).toBe(0);
  expect((await run('rm', moment.id)).stderr).toMatch(/Moment not found.*not_found/);
  expect(await run('add', 'none.mp4', '1')).toMatchObject({ code: 1, stderr: expect.stringMatching(/not_found/) });
  for (const wrong of [['dance'], ['add', 'clip.mp4'], ['add', 'clip.mp4', 'soon'], ['rm']])
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2);
});
