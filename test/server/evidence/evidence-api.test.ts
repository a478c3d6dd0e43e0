import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/contract/sharing/audit.ts';
import { createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

const PLACE = { latitude: 48.1374, longitude: 11.5755, altitude: null, text: '+48.1374+011.5755/' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    probe: async () => ({
      container: 'mov',
      duration: 10,
      sizeBytes: 1,
      audio: null,
      video: { codec: 'h264', width: 640, height: 360, frameRate: 25 },
      recording: {
        captured: { time: '2024-05-01T12:34:56', zone: '+02:00', tag: 'creation_time' },
        camera: { make: 'Apple', model: 'iPhone 15' },
        place: PLACE,
        tags: { encoder: 'x' },
        has_timed_metadata: false,
      },
    }),
  });
});
afterAll(() => server.close());

async function analyzed(name = 'IMG_1.mov') {
  const client = localClient(server);
  const content = fakeMedia(10, String(Math.random()));
  const { jobId } = await client.upload(name, content);
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return { client, jobId, sha256: createHash('sha256').update(content).digest('hex') };
}

const raw = async (path: string) => {
  const response = await fetch(server.apiUrl + path, { headers: { authorization: `Bearer ${server.token}` } });
  return response.text();
};
const verify = async (report: string) => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'text/plain' };
  const response = await fetch(`${server.apiUrl}/verify`, { method: 'POST', headers, body: report });
  return response.json();
};

test('shows the facts of a file, also after a rename', async () => {
  const { client, jobId, sha256 } = await analyzed('holiday.mov');
  await client.patch(`/videos/${jobId}`, { name: 'Exhibit A' });
  await server.services.sourceFiles.hashPending();
  const { body } = await client.get(`/videos/${jobId}/media`);
  expect(body).toMatchObject({
    original_name: 'holiday.mov',
    sha256,
    recording: { camera: { model: 'iPhone 15' }, place: PLACE, captured: { zone: '+02:00' } },
  });
});

test('a manifest names files, hashes, engines, corrections, and history', async () => {
  const { client, jobId, sha256 } = await analyzed('clip.mov');
  const { body: results } = await client.get(`/results/job/${jobId}`);
  await client.patch(`/segments/${results.ocr[0].id}`, { content: 'BUS' });
  const { status, body } = await client.post('/manifests', { videos: [jobId], include_recording: true });
  expect(status).toBe(200);
  const log = (await client.get(`/videos/${jobId}/audit`)).body;
  expect(body).toMatchObject({
    kind: 'reelscope-manifest',
    product: 'Reelscope 0.0.0-test',
    key: server.services.installationKey.fingerprint,
    videos: [
      {
        sha256,
        original_name: 'clip.mov',
        corrections: { edited: 1, removed: 0 },
        recording: { place: PLACE },
        history: { entries: log.entries.length, head: log.head, is_intact: true },
      },
    ],
  });
  expect(body.videos[0].engines).toContainEqual({ module: 'ocr', engine: 'scripted@1', findings: 1 });
  const withheld = (await client.post('/manifests', { videos: [jobId] })).body.videos[0];
  expect(withheld).toMatchObject({ original_name: null, recording: null });
});

test.each(['json', 'md'])('signs a report in %s, records it, and finds a change', async (format) => {
  const { client, jobId } = await analyzed(`signed-${format}.mov`);
  const report = await raw(`/results/job/${jobId}?format=${format}&signed=true`);
  expect(await verify(report)).toMatchObject({ status: 'valid', manifest: { videos: [{ job_id: jobId }] } });
  expect(await verify(report.replace('TAXI', 'TAXY'))).toMatchObject({ status: 'changed', manifest: null });
  expect(report).not.toContain('11.5755');
  expect(await raw(`/results/job/${jobId}?format=${format}&signed=true&recording=true`)).toContain('11.5755');
  const { entries } = (await client.get(`/videos/${jobId}/audit`)).body;
  expect(entries.filter(({ action }: AuditEntry) => action === 'exported')).toMatchObject([
    { details: { format, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    { details: { format } },
  ]);
  expect(await verify(await raw(`/results/job/${jobId}?format=${format}`))).toMatchObject({ status: 'unsigned' });
});

test('the data of a link is signed, and reveals neither place nor time zone unless its owner wants that', async () => {
  const { client, jobId } = await analyzed('secret-place.mov');
  await client.patch('/profile', { timezone: 'Pacific/Auckland' });
  await client.patch(`/videos/${jobId}`, { name: 'Public' });
  const visitor = createClient(server);
  const shared = (await client.post('/shared-reports', { video_id: jobId })).body;
  expect(shared.includes_recording).toBe(false);
  const { body: withheld } = await visitor.get(`/shared-reports/${shared.share_hash}`);
  for (const secret of ['11.5755', 'iPhone', 'secret-place', 'Auckland', '12:34:56'])
    expect(JSON.stringify(withheld), secret).not.toContain(secret);
  // The file itself states the place.
  expect(withheld.playback_url).toBeNull();
  expect(await verify(JSON.stringify(withheld))).toMatchObject({ status: 'valid' });
  const chosen = (await client.post('/shared-reports', { video_id: jobId, include_recording: true })).body;
  const { body: shown } = await visitor.get(`/shared-reports/${chosen.share_hash}`);
  expect(shown.manifest.videos[0]).toMatchObject({ original_name: 'secret-place.mov', recording: { place: PLACE } });
  const file = await fetch(shown.playback_url);
  expect(file.status).toBe(200);
  // A signed URL of the file of one link does not open it through the other.
  const forged = shown.playback_url.replace(chosen.share_hash, shared.share_hash);
  expect((await fetch(forged)).status).toBe(403);
});

test('manifests and exports of other users do not exist', async () => {
  const { jobId } = await analyzed('mine.mov');
  const other = await otherClient(server, 'thief');
  expect((await other.post('/manifests', { videos: [jobId] })).status).toBe(404);
  const record = { videos: [jobId], format: 'html', sha256: 'a'.repeat(64) };
  expect((await other.post('/exports', record)).status).toBe(404);
  expect((await createClient(server).post('/verify', {})).status).toBe(401);
});

test('states the key that signs', async () => {
  const { body } = await localClient(server).get('/about');
  expect(body.signing_key.fingerprint).toBe(
    createHash('sha256').update(Buffer.from(body.signing_key.public_key, 'hex')).digest('hex'),
  );
});

test('only documents that the server wrote are signed, and a history names the key that acted', async () => {
  const { client, jobId } = await analyzed('signed.mov');
  const { body: key } = await client.post('/keys', { name: 'Night job', scope: 'write' });
  const script = createClient(server, key.raw_key);
  for (const format of ['html', 'json', 'md', 'csv']) {
    const made_up = { videos: [jobId], format, sha256: 'a'.repeat(64) };
    expect(await script.post('/exports', made_up)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  }
  const { body: report } = await script.get(`/videos/${jobId}/export?format=json`);
  const { entries } = (await client.get(`/videos/${jobId}/audit`)).body;
  const { actor, details } = entries.at(-1);
  expect(actor).toEqual({ kind: 'user', name: 'Night job', key_scope: 'write' });
  expect(entries[0].actor).not.toHaveProperty('key_scope');
  // Work that a deleted key started is not recorded as its owner’s.
  const { authenticator } = server.services;
  const last = async () => (await client.get(`/videos/${jobId}/audit`)).body.entries.at(-1);
  const { body: ended } = await client.post('/keys', { name: 'Ended', scope: 'write' });
  const gone = await authenticator.authenticate(ended.raw_key);
  await client.delete(`/keys/${ended.id}`);
  const video = server.store.videos.get(gone.userId, jobId)!;
  authenticator.actAs(gone, () => server.store.audit.record(video, { action: 'imported' }));
  expect((await last()).actor).toEqual({ kind: 'user', name: `#${ended.id}`, key_scope: 'write' });
  const again = await script.post('/exports', { videos: [jobId], format: 'json', sha256: details.sha256 });
  expect(again.body).toEqual(report.signature);
  // The hash of another kind of file, which the server wrote as well, is not a report's.
  await script.get(`/videos/${jobId}/export?format=csv`);
  const { sha256 } = (await client.get(`/videos/${jobId}/audit`)).body.entries.at(-1).details;
  for (const format of ['csv', 'html'])
    expect((await script.post('/exports', { videos: [jobId], format, sha256 })).status).toBe(403);
});
