import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { similarTo } from '../../../src/headless/similar.ts';
import { localClient } from '../../fixtures/client.ts';
import { ENTRY, runCommand } from '../../fixtures/command.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { fakeMedia, startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** A server with a project named “Case”. */
async function serverWithProject() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  await client.post('/projects', { name: 'Case' });
  const projectNames = async () => (await client.get('/projects')).body.map(({ name }: { name: string }) => name);
  const run = (...args: string[]) => runCommand(...args, '--data-dir', server.dataFolder);
  return { data: server.dataFolder, run, projectNames };
}

it('refuses surplus arguments, and deletes nothing for them', WHOLE, async () => {
  const { run, projectNames } = await serverWithProject();
  const surplus = [
    ['projects', 'delete', 'Case', 'red.mp4', '--yes'],
    ['projects', 'remove', 'Case', 'red.mp4', '--yes'],
    ['projects', 'list', 'more'],
    ['saved-searches', 'list', 'more'],
    ['trash', 'list', 'more'],
    ['trash', 'empty', 'old.mp4'],
    ['share', 'create', 'a', 'b'],
    ['share', 'list', 'a', 'b'],
    ['share', 'revoke', '1', '2'],
    ['moments', 'list', 'more'],
    ['stories', 'list', 'more'],
    ['keys', 'list', 'more'],
    ['webhooks', 'list', 'more'],
    ['watch-folders', 'list', 'more'],
    ['usage', 'more'],
    ['list', 'more'],
    ['show', 'a', 'b'],
    ['export', 'a', 'b', '--format', 'csv'],
  ];
  for (const args of sample(surplus, 6)) {
    const { code, stdout } = await run(...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
  }
  expect(await projectNames()).toEqual(['Case']);
});

it('deletes a project only where that is confirmed', async () => {
  const { run, projectNames } = await serverWithProject();
  const stderr = expect.stringContaining('--yes');
  expect(await run('projects', 'delete', 'Case')).toMatchObject({ code: 2, stderr });
  expect(await projectNames()).toEqual(['Case']);
  expect((await run('projects', 'delete', 'Case', '--yes')).code).toBe(0);
  expect(await projectNames()).toEqual([]);
});

it('prints nothing for an empty list, and a note for people', async () => {
  const { run } = await serverWithProject();
  expect(await run('trash')).toMatchObject({ code: 0, stdout: '', stderr: 'The trash is empty.\n' });
  expect(await run('list')).toMatchObject({ code: 0, stdout: '' });
  // A value may be the name of a command.
  expect(await run('--find', 'show', 'list')).toMatchObject({ code: 0, stderr: 'No videos.\n' });
});

it('takes options before the command', async () => {
  const { data } = await serverWithProject();
  const before = await runCommand('--json', '--data-dir', data, 'projects');
  expect(JSON.parse(before.stdout)).toMatchObject([{ name: 'Case' }]);
  expect((await runCommand(`--data-dir=${data}`, '--quiet', 'projects')).stdout).toContain('Case');
  const ofCommand = await runCommand('--status', 'failed', '--data-dir', data, 'list', '--json');
  expect(ofCommand).toMatchObject({ code: 0, stdout: '[]\n' });
});

it('suggests the command that was likely meant', async () => {
  for (const [typed, known] of [
    ['serach', 'search'],
    ['exprt', 'export'],
    ['project', 'projects'],
    ['Lst', 'list'],
  ] as const) {
    const { code, stderr } = await runCommand(typed);
    expect([code, stderr]).toEqual([2, `reelscope: Unknown command “${typed}”. Did you mean ${known}?\n`]);
  }
  expect((await runCommand('dance')).stderr).toContain('See reelscope --help.');
  expect(similarTo('ask', ['list'])).toBeUndefined();
  expect(similarTo('statu', ['statistics', 'status'])).toBe('status');
  for (const [args, advice] of [
    [['list', '--stauts', 'x'], 'Unknown option “--stauts”. Did you mean --status? See reelscope list --help.'],
    [['--jsno', 'list'], 'Unknown option “--jsno”. Did you mean --json? See reelscope --help.'],
    [['list', '-x'], 'Unknown option “-x”. See reelscope list --help.'],
    [['projects', 'lst'], 'projects has no action “lst”. Did you mean list?'],
  ] as const)
    expect(await runCommand(...args)).toEqual({ code: 2, stdout: '', stderr: `reelscope: ${advice}\n` });
});

it('does not create a library for a command that reads', async () => {
  const data = join(await tempFolder(), 'mistyped');
  const lines = `list;search x;show a;results a;usage;ask what;export a --format csv;projects;keys;webhooks;moments;stories;trash
saved-searches;watch-folders;queue;share;models;events;bundles export a;start a;reprocess a;delete a;cancel a;clips a 0-1;backup;repair`;
  for (const args of lines.split(/[;\n]/).map((line) => line.split(' '))) {
    const { code, stderr } = await runCommand(...args, '--data-dir', data);
    expect([args, code, stderr]).toEqual([args, 1, `reelscope: There is no library in “${data}”. (not_found)\n`]);
  }
  expect((await runCommand('doctor', '--data-dir', data)).stderr).toBe(`There is no library in “${data}” yet.\n`);
  expect((await runCommand('restore', 'none', '--data-dir', data)).stderr).toContain('There is no backup “none”.');
  expect(existsSync(data)).toBe(false);
  // Others may begin one.
  expect((await runCommand('projects', 'create', 'P', '--data-dir', data)).code).toBe(0);
});

it.skipIf(process.platform === 'win32')('ends silently when the reader of its output does', async () => {
  const child = spawn(process.execPath, [ENTRY, 'man'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([0, '']);
});

it('keeps the modules of a video that is reprocessed, unless others are named', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  const modulesAfter = async (...args: string[]) => {
    const { code } = await runCommand('reprocess', 'a.mp4', '--wait', ...args, '--data-dir', server.dataFolder);
    expect(code).toBe(0);
    return (await client.settled(jobId)).body.modules.map(({ module }: { module: string }) => module).sort();
  };
  expect(await modulesAfter()).toEqual(['ocr', 'scenes']);
  expect(await modulesAfter('--modules', 'ocr')).toEqual(['ocr']);
  expect(await modulesAfter()).toEqual(['ocr']);
});

it('names what opens a link that is created without a server', async () => {
  const server = await startTestServer();
  const { jobId } = await localClient(server).upload('a.mp4', fakeMedia());
  await localClient(server).post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await localClient(server).settled(jobId);
  const share = (...args: string[]) => runCommand('share', ...args, '--data-dir', server.dataFolder);
  const served = await share('create', 'a.mp4', '--json');
  const link = JSON.parse(served.stdout);
  expect(link).toMatchObject({ url: `${server.url}/s/${link.share_hash}`, is_served: true });
  expect(served.stderr).toBe('');
  expect((await fetch(`${server.apiUrl}/shared-reports/${link.share_hash}`)).status).toBe(200);
  expect((await share()).stdout).toBe(`${link.id}\tactive\tnever expires\t${link.url}\ta.mp4\n`);

  const copy = join(await tempFolder(), 'data');
  await cp(server.dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  await server.close();
  const own = await runCommand('share', 'create', 'a.mp4', '--data-dir', copy);
  expect(own.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8471\/s\/[0-9a-f]{64}\n$/);
  expect(own.stderr).toContain('No server is running. The link opens while the application or reelscope serve runs.');
});

it('prints one document for one named file, and lines for patterns and --lines', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const folder = await tempFolder();
  await writeFile(join(folder, 'one.mp4'), fakeMedia());
  const analyze = async (...args: string[]) => {
    const more = ['--modules', 'scenes', '--json', '--quiet', '--data-dir', server.dataFolder];
    const { code, stdout } = await runCommand('analyze', ...args, ...more);
    expect(code).toBe(0);
    return stdout.startsWith('{"event"')
      ? stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).event)
      : JSON.parse(stdout);
  };
  expect(await analyze(join(folder, 'one.mp4'))).toMatchObject({ video_name: 'one.mp4', status: 'completed' });
  const lines = ['file', 'summary'];
  expect(await analyze(join(folder, 'one.mp4'), '--lines')).toEqual(lines);
  expect(await analyze(join(folder, '*.mp4'))).toEqual(lines);
  expect(await analyze(folder)).toEqual(lines);
  // The same file again is the same video.
  expect((await localClient(server).get('/videos')).body).toHaveLength(1);
});

it('takes timecodes of the video wherever it takes times', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  const start = { timecode: '10:00:00:00', frame_rate: 25, drop_frame: false, seconds: 36_000 };
  const { media } = server.store.videos.get(1, jobId)!;
  server.store.videos.update(1, jobId, { media: JSON.stringify({ ...JSON.parse(media!), startTimecode: start }) });
  const run = (...args: string[]) => runCommand(...args, '--data-dir', server.dataFolder);
  const marked = await run('moments', 'add', 'a.mp4', '10:00:05:12', '--end', '10:00:07', '--json');
  expect(JSON.parse(marked.stdout)).toMatchObject({ start_time: 5.48, end_time: 7 });
  const part = await run(
    'export',
    'a.mp4',
    '--format',
    'csv',
    '--from',
    '10:00:05:00',
    '--to',
    '10:00:05:24',
    '--out',
    '-',
  );
  expect(part.stdout).toContain('TAXI');
  expect(part.stdout).not.toContain('Shot 1');
  expect(await run('clips', 'a.mp4', '09:00:00:00-10:00:01:00')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'reelscope: “a.mp4” has no timecode 09:00:00:00. It starts at 10:00:00:00. (invalid_request)\n',
  });
  expect((await run('show', 'a.mp4')).stdout).toMatch(/Start timecode +10:00:00:00\n/);
});
