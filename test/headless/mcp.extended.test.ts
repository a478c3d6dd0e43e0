import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLibraryLease } from '../../src/headless/connection/library-lease.ts';
import { type AgentOptions, connectAgent } from '../fixtures/agent.ts';
import { ENTRY, interrupt, runCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitFor } from '../fixtures/wait.ts';

/** 3 s with one cut at 1.5 s. */
async function clip(path: string): Promise<string> {
  const pictures = Array.from({ length: 30 }, (_, i) =>
    i < 15 ? texture(320, 180, 1) : solid(320, 180, [30, 80, 200]),
  );
  await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  return path;
}

const agent = (args: string[], options?: AgentOptions) =>
  connectAgent(
    new StdioClientTransport({ command: process.execPath, args: [ENTRY, 'mcp', ...args], stderr: 'inherit' }),
    options,
  );

describe.each(['legacy', 'auto'] as const)('reelscope mcp (%s protocol)', (era) => {
  test('analyzes a file, finds a moment, gets its still and a clip, and verifies its citation', async () => {
    const folder = await tempFolder();
    const [data, videos, clips] = ['data', 'videos', 'clips'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(videos);
    await mkdir(clips);
    const path = await clip(join(videos, 'harbor.mp4'));
    const asked: string[] = [];
    const { call, client } = await agent(['--data-dir', data, '--allow-analyze', videos, '--save-clips', clips], {
      era,
      onQuestion: (message) => {
        asked.push(message);
        return { action: 'decline' };
      },
    });
    expect(client.getServerVersion()?.name).toBe('reelscope');
    const { data: started } = await call('analyze_file', { path, modules: ['scenes'] });
    const ready = async () => {
      const { data: list } = await call('list_videos', { status: 'completed' });
      expect(list.videos).toMatchObject([{ job_id: started.job_id }]);
    };
    await waitFor(ready, { timeout: 60_000, interval: 300 });
    const { data: found } = await call('search_moments', { query: 'blue' });
    const [moment] = found.moments;
    expect(moment).toMatchObject({ job_id: started.job_id, video: 'harbor.mp4', module: 'scenes' });
    const { more } = await call('get_still', { job_id: started.job_id, time: moment.start_time });
    const [picture] = more;
    const bytes = Buffer.from(picture?.type === 'image' ? picture.data : '', 'base64');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect((await call('cite', { citation: moment.citation })).data).toMatchObject({
      status: 'true',
      source_state: 'ok',
    });
    const { data: saved } = await call('make_clip', { job_id: started.job_id, start_time: 0, end_time: 1 });
    expect((await stat(saved.saved_as)).size).toBe(saved.size_bytes);
    expect(await readdir(clips)).toHaveLength(1);
    // A folder that is not allowed: the user is asked, and declines.
    const other = await clip(join(folder, 'other.mp4'));
    expect(await call('analyze_file', { path: other })).toMatchObject({ isError: true });
    expect(asked).toEqual([expect.stringContaining(other)]);
  }, 120_000);
});

test('returns a small clip if no folder is allowed, and saves nothing', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const path = await clip(join(folder, 'harbor.mp4'));
  await runCommand('analyze', path, '--modules', 'scenes', '--data-dir', data);
  const { call } = await agent(['--data-dir', data]);
  const { data: list } = await call('list_videos');
  const { more } = await call('make_clip', { job_id: list.videos[0].job_id, start_time: 0, end_time: '0:01' });
  const [part] = more;
  const resource = part?.type === 'resource' && 'blob' in part.resource ? part.resource : undefined;
  expect(resource?.mimeType).toBe('video/mp4');
  expect(Buffer.from(resource!.blob, 'base64').subarray(4, 8).toString()).toBe('ftyp');
}, 60_000);

test('works beside a server, and after it ended', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const path = await clip(join(folder, 'harbor.mp4'));
  await runCommand('analyze', path, '--modules', 'scenes', '--data-dir', data);
  const served = await startServe(data);
  const { call } = await agent(['--data-dir', data]);
  expect((await call('list_videos')).data.total).toBe(1);
  interrupt(served.child);
  await served.result;
  expect((await call('list_videos')).data.total).toBe(1);
}, 60_000);

test('prints nothing but the protocol, and ends with its input', async () => {
  const child = spawn(process.execPath, [ENTRY, 'mcp', '--data-dir', join(await tempFolder(), 'data')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'raw', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'list_videos', arguments: {} } });
  await waitFor(() => expect(output.trim().split('\n').length).toBe(2), { timeout: 30_000 });
  for (const line of output.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}, 60_000);

test('refuses folders that do not exist', async () => {
  const result = await runCommand('mcp', '--allow-analyze', '/no/such/folder');
  expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is not a folder') });
});

test('a library is opened when it is used and closed when it is not, so that others can open it', async () => {
  const lease = createLibraryLease(join(await tempFolder(), 'data'), 50);
  onTestFinished(() => lease.close());
  expect(lease.isOpen()).toBe(false);
  const [first, second] = await Promise.all([
    lease.use(async (api) => api.apiUrl),
    lease.use(async (api) => api.apiUrl),
  ]);
  expect(first).toBe(second);
  await waitFor(() => expect(lease.isOpen()).toBe(false), { timeout: 10_000 });
  expect(await lease.use(async () => 'again')).toBe('again');
});
