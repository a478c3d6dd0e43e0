import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localClient } from '../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

async function sharedVideo() {
  const window = await tempFolder();
  await writeFile(join(window, 'share.html'), '<main id="report"></main>');
  const clock = movableClock();
  const server = await startTestServer({ window, clock });
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  const expires_at = new Date(clock.now() + 60_000).toISOString();
  const { body } = await client.post('/shared-reports', { video_id: jobId, expires_at });
  return { server, client, clock, jobId, report: body as { id: string; share_hash: string } };
}

test('serves the share page without an account, under a strict policy', async () => {
  const { server, report } = await sharedVideo();
  const response = await fetch(`${server.url}/s/${report.share_hash}`);
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy')!;
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("img-src 'self';");
  expect(policy).not.toMatch(/unsafe|nonce|blob|data:/);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
});

test('distinguishes unknown, expired, and revoked links by status, with the same page', async () => {
  const { server, client, clock, jobId, report } = await sharedVideo();
  const statusOf = async (hash: string) => {
    const response = await fetch(`${server.url}/s/${hash}`);
    expect(await response.text()).toContain('id="report"');
    return response.status;
  };
  expect(await statusOf('0'.repeat(64))).toBe(404);
  const other = (await client.post('/shared-reports', { video_id: jobId })).body;
  await client.delete(`/shared-reports/${other.id}`);
  expect(await statusOf(other.share_hash)).toBe(404);
  clock.moveBy(60_001);
  expect(await statusOf(report.share_hash)).toBe(410);
});

test('returns the nearest saved still for a finding without its own', async () => {
  const { server, client, jobId, report } = await sharedVideo();
  const folder = join(server.dataFolder, 'stills', jobId);
  await mkdir(folder, { recursive: true });
  for (const ms of [1000, 5000]) await writeFile(join(folder, `${ms}.jpg`), `still ${ms}`);
  await writeFile(join(folder, 'poster.jpg'), 'poster');
  const near = async (address: string, ms: string) => {
    const response = await fetch(address.replace('{job_id}', jobId).replace('{ms}', ms));
    return response.status === 200 ? response.text() : response.status;
  };
  const { still_url: own } = (await client.get('/pictures')).body;
  const { still_url: shared } = (await client.get(`/shared-reports/${report.share_hash}`)).body;
  for (const address of [own, shared]) {
    expect(await near(address, 'near/0')).toBe('still 1000');
    expect(await near(address, 'near/3100')).toBe('still 5000');
    expect(await near(address, '3100')).toBe(404);
    expect(await near(address, 'near/../poster')).toBe(404);
  }
});

test('never returns a still from beyond a cut, however near, while the shot has its own', async () => {
  const { server, client, jobId, report } = await sharedVideo();
  const folder = join(server.dataFolder, 'stills', jobId);
  await mkdir(folder, { recursive: true });
  for (const ms of [1000, 9000, 21_000]) await writeFile(join(folder, `${ms}.jpg`), `still ${ms}`);
  const shots = [
    [0, 9],
    [9, 20],
    [20, 20.5],
    [20.5, 30],
  ] as const;
  server.store.segments.replaceModule(server.store.videos.get(1, jobId)!.id, {
    module: 'scenes',
    engine: 'test@1',
    segments: shots.map(([start_time, end_time]) => ({ start_time, end_time, content: 'Shot', data: null })),
  });
  const { still_url: own } = (await client.get('/pictures')).body;
  const { still_url: shared } = (await client.get(`/shared-reports/${report.share_hash}`)).body;
  for (const address of [own, shared]) {
    const near = async (ms: number) =>
      (await fetch(address.replace('{job_id}', jobId).replace('{ms}', `near/${ms}`))).text();
    expect(await near(8900)).toBe('still 1000');
    expect(await near(19_900)).toBe('still 9000');
    expect(await near(20_500)).toBe('still 21000');
    // A shot without its own, and the end of the video.
    expect(await near(20_200)).toBe('still 21000');
    expect(await near(30_000)).toBe('still 21000');
  }
});

test('lists moments without notes, unless the link leaves them out', async () => {
  const { client, jobId, report } = await sharedVideo();
  const marked = { job_id: jobId, note: 'For us only', tags: ['Vote'] };
  await client.post('/moments', { ...marked, start_time: 7, end_time: 9, title: 'Second' });
  await client.post('/moments', { ...marked, start_time: 2, title: 'First' });
  const { body, headers } = await client.get(`/shared-reports/${report.share_hash}`);
  expect(headers.get('content-type')).toContain('json');
  expect(body.moments).toEqual([
    { title: 'First', start_time: 2, end_time: null, tags: ['Vote'] },
    { title: 'Second', start_time: 7, end_time: 9, tags: ['Vote'] },
  ]);
  expect(JSON.stringify(body)).not.toContain('For us only');
  expect((await client.call('POST', '/verify', JSON.stringify(body))).body).toMatchObject({ status: 'valid' });
  const other = (await client.post('/shared-reports', { video_id: jobId, include_moments: false })).body;
  expect(other.includes_moments).toBe(false);
  expect((await client.get(`/shared-reports/${other.share_hash}`)).body.moments).toEqual([]);
});
