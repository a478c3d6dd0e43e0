import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Results } from '../../src/contract/analysis/results.ts';
import { interrupt, runCommand, startCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { startTestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';

it('lists, shows, prints, asks about, cuts, shares, files, reprocesses, and deletes videos', async () => {
  const folder = await tempFolder();
  const [data, clip] = [join(folder, 'data'), join(folder, 'clip.mp4')];
  const pictures = Array.from({ length: 30 }, (_, i) =>
    i < 15 ? texture(320, 180, 1) : solid(320, 180, [30, 80, 200]),
  );
  await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  const { ready } = await startServe(data);
  const run = async (...args: string[]) => {
    const result = await runCommand(...args, '--data-dir', data, '--quiet');
    expect([args, result.code, result.stderr]).toEqual([args, 0, '']);
    return result.stdout;
  };
  const { job_id: id } = Results.parse(JSON.parse(await run('analyze', clip, '--modules', 'scenes')));

  expect(await run('list', '--find', 'CLIP', '--status', 'completed')).toMatch(
    new RegExp(`^${id}\tcompleted\t0:03\t\\d{4}-\\d\\d-\\d\\d\tclip\\.mp4\n$`),
  );
  expect(await run('list', '--find', 'other')).toBe('');
  expect(await run('show', 'clip.mp4')).toMatch(
    /Duration +0:03\n[\s\S]*Media +MP4, H.264 320x180\n[\s\S]*Video 1 +H.264 320x180\n[\s\S]*transcription +not analyzed\n[\s\S]*scenes +completed, 2 findings {2}shots/,
  );
  const coverage = await run('coverage', 'clip.mp4');
  expect(coverage).toMatch(/^transcription\t0:00\t0:03\tnot_run/m);
  expect(coverage).toMatch(/^scenes\t0:00\t0:03\texamined/m);
  expect(await run('coverage', 'clip.mp4', '--at', '0:01-0:02', '--type', 'ocr')).toMatch(/^not_run\t.+not analyzed/);
  expect(JSON.parse(await run('results', id.toUpperCase())).segments).toHaveLength(2);
  await run('results', 'clip.mp4', '--csv', '--out', join(folder, 'findings.csv'));
  expect(await readFile(join(folder, 'findings.csv'), 'utf8')).toMatch(/^module,start_time/);
  expect(await run('ask', 'What', 'is', 'shown?', '--video', 'clip.mp4')).toMatch(/\*\*\[00:0[01]\]\*\*/);
  const hits = JSON.parse(await run('search', 'blue', '--modules', 'scenes', '--video', 'clip.mp4', '--json'));
  expect(hits[0]).toMatchObject({ job_id: id, module: 'scenes' });
  expect((await runCommand('search', 'xyzzy', '--data-dir', data)).stderr).toBe(
    'No finding of these videos contains “xyzzy”.\nNo results.\n',
  );
  expect((await runCommand('results', 'clip.mp4', '--txt', '--data-dir', data)).code).toBe(1);

  const report = join(folder, 'report.html');
  expect(await run('export', 'clip.mp4', '--format', 'html', '--language', 'de', '--out', report)).toBe(`${report}\n`);
  const html = await readFile(report, 'utf8');
  expect(html).toMatch(/lang="de"[\s\S]*data:image\/jpeg;base64,\/9j\//);
  expect(await run('verify', report)).toContain('clip.mp4');
  expect(await run('export', 'clip.mp4', '--format', 'edl', '--from', '0:01', '--from-zero', '--out', '-')).toMatch(
    /TITLE: clip[\s\S]*01:00:00:00/,
  );
  expect((await runCommand('export', 'clip.mp4', '--format', 'doc', '--data-dir', data)).code).toBe(2);
  expect((await runCommand('export', 'clip.mp4', '--data-dir', data)).code).toBe(2);

  expect(await run('bonus', '60', '--note', 'Trial')).toBe('60 minutes granted. 3059.95 of 3060 minutes remaining.\n');
  expect(await run('usage')).toMatch(
    new RegExp(`^\\S+\tbilled\t\\S+\tprocess\t${id}\n\\S+ minutes used, 3059.95 of 3060 remaining\\.\n$`),
  );
  expect(JSON.parse(await run('usage', '--to', '2020-01-01', '--json')).records).toEqual([]);

  const cut = join(folder, 'cut.mp4');
  expect(await run('clips', 'clip.mp4', '0:00.5-1', '1.5-2', '--join', '--out', cut)).toBe(`${cut}\n`);
  expect((await readFile(cut)).subarray(4, 8).toString()).toBe('ftyp');
  // An existing file is kept.
  expect((await runCommand('clips', 'clip.mp4', '0-1', '--out', cut, '--data-dir', data)).code).toBe(1);

  const link = (await run('share', 'create', 'clip.mp4', '--days', '2')).trim();
  expect(link).toMatch(new RegExp(`^${ready.url}/s/[0-9a-f]{64}$`));
  const [[linkId]] = (await run('share', 'list', 'clip.mp4')).split('\n').map((line) => line.split('\t')) as [[string]];
  expect(await run('share', 'revoke', linkId)).toBe('Revoked.\n');

  await run('projects', 'create', 'Harbor', 'cranes');
  await run('projects', 'add', 'Harbor cranes', 'clip.mp4');
  expect(await run('projects')).toMatch(/\t1\tHarbor cranes\n$/);
  expect(await run('list', '--project', 'Harbor cranes')).toContain(id);
  expect(await run('projects', 'delete', 'Harbor cranes', '--yes')).toBe('Deleted. Its videos remain.\n');

  const events = startCommand('events', '--data-dir', data);
  await waitUntil(async () => {
    await run('reprocess', 'clip.mp4', '--modules', 'scenes', '--wait');
    return events.stdout().includes('"change":"changed"');
  }, 60_000);
  interrupt(events.child, 'SIGINT');
  expect((await events.result).code).toBe(0);
  for (const line of events.stdout().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('data');

  expect(await run('delete', 'clip.mp4')).toBe('clip.mp4\n');
  expect(await run('list')).toBe('');
  const gone = await runCommand('results', 'clip.mp4', '--json', '--data-dir', data);
  expect([gone.code, JSON.parse(gone.stderr).error.code]).toEqual([1, 'not_found']);

  expect(await run('trash')).toMatch(new RegExp(`^video/${id}\t\\d{4}-\\d\\d-\\d\\d\t30 days left\tclip\\.mp4\n$`));
  expect(await run('trash', 'restore', 'clip.mp4')).toBe('clip.mp4\n');
  expect(await run('list')).toContain(id);
  const unknown = await runCommand('trash', 'restore', 'clip.mp4', '--data-dir', data);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no item in the trash “clip.mp4”')]);
  await run('moments', 'add', 'clip.mp4', '1', '--title', 'clip.mp4');
  const [moment] = JSON.parse(await run('moments', '--json'));
  await run('moments', 'rm', moment.id);
  await run('delete', 'clip.mp4');
  await run('trash', 'restore', `video/${id}`);
  expect(await run('trash')).toMatch(new RegExp(`^moment/${moment.id}\t`));
  await run('delete', 'clip.mp4');
  expect(await run('trash', 'empty')).toBe('Deleted: videos 1, moments 0, stories 0.\n');
  expect(await run('trash', 'list')).toBe('');

  const stored = () => readdir(join(data, 'storage', 'users', '1'));
  await run('analyze', clip, '--modules', 'scenes');
  expect(await stored()).toHaveLength(1);
  expect(await run('delete', 'clip.mp4', '--permanent')).toBe('clip.mp4\n');
  expect(await stored()).toEqual([]);
}, 240_000);

it('rejects wrong usage', async () => {
  const wrong = [
    ['list', 'more'],
    ['list', '--status', 'done'],
    ['show'],
    ['results', 'a', 'b'],
    ['results', 'a', '--csv', '--srt'],
    ['ask'],
    ['clips', 'a'],
    ['clips', 'a', '5'],
    ['share', 'create'],
    ['start'],
    ['delete'],
    ['projects', 'dance'],
    ['trash', 'restore'],
    ['search', 'x', '--limit', '0'],
    ['search', 'x', '--from', 'monday'],
  ];
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const data = server.dataFolder;
  for (const args of wrong) expect([args, (await runCommand(...args, '--data-dir', data)).code]).toEqual([args, 2]);
});
