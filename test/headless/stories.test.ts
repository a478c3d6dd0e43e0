import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLockFile } from '../../src/server/hosting/lock-file.ts';
import { createClient } from '../fixtures/client.ts';
import { runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('lists, shows, exports, and shares stories', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const clip = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 30 }, () => texture(320, 180, 1));
  await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  await startServe(data);
  await runCommand('analyze', clip, '--modules', 'scenes', '--data-dir', data);
  const owner = (await readLockFile(data))!;
  const client = createClient({ apiUrl: owner.api_url }, `Bearer ${owner.token}`);
  const [{ job_id }] = (await client.get('/videos')).body;
  const moment = { job_id, start_time: 1, end_time: 2.5, title: 'Arrival' };
  const { id } = (await client.post('/moments', moment)).body;
  const items = [
    { kind: 'heading', text: 'Start' },
    { kind: 'moment', moment_id: id },
  ];
  await client.post('/stories', { title: 'Case', items });
  const run = (...args: string[]) => runCommand('stories', ...args, '--data-dir', data);

  expect((await run()).stdout).toMatch(/^\d+\t1 moment\t0:01\.5\tCase\n$/);
  expect((await run('show', 'Case')).stdout).toBe('Case\n\nStart\n1. Arrival\n   clip.mp4  0:01–0:02.5\n');

  const out = join(folder, 'case.edl');
  expect(await run('export', 'Case', '--format', 'edl', '--out', out)).toMatchObject({ code: 0, stdout: `${out}\n` });
  expect(await readFile(out, 'utf8')).toContain('TITLE: Case');
  // An existing file is kept.
  expect((await run('export', 'Case', '--format', 'edl', '--out', out)).code).toBe(1);
  expect(await run('export', 'Case', '--format', 'otio', '--out', folder)).toMatchObject({
    code: 0,
    stdout: `${join(folder, 'Case.otio')}\n`,
  });
  expect((await run('export', 'Case', '--format', 'otio', '--out', '-')).stdout).toContain('Timeline.1');

  const password = join(folder, 'password');
  await writeFile(password, 'secret\n');
  const shared = await run('share', 'Case', '--parts', 'notes', '--days', '2', '--password-file', password);
  expect(shared.stdout).toMatch(/^http:.*\/s\/[0-9a-f]{64}\n$/);
  expect((await fetch(shared.stdout.trim().replace('/s/', '/api/shared-reports/'))).status).toBe(401);

  expect(await run('show', 'None')).toMatchObject({ code: 1, stderr: expect.stringMatching(/not_found/) });
  for (const wrong of [['dance'], ['show'], ['export', 'Case'], ['share', 'Case', '--parts', 'all']])
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2);
});
