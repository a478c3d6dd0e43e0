import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/contract/sharing/audit.ts';
import { createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function analyzed() {
  const client = localClient(server);
  const { jobId } = await client.upload(`clip-${Math.random()}.mp4`, fakeMedia(10, String(Math.random())));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return { client, jobId };
}

test('shows who did what to a video, from import to link', async () => {
  const { client, jobId } = await analyzed();
  const { body: results } = await client.get(`/results/job/${jobId}`);
  await client.patch(`/segments/${results.ocr[0].id}`, { content: 'TAXI 7' });
  const { body: link } = await client.post('/shared-reports', { video_id: jobId });
  await createClient(server, '').get(`/shared-reports/${link.share_hash}`);
  await createClient(server, '').get(`/shared-reports/${link.share_hash}`);
  await client.delete(`/shared-reports/${link.id}`);
  await server.services.sourceFiles.hashPending();
  const { status, body } = await client.get(`/videos/${jobId}/audit`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ job_id: jobId, is_intact: true, problem: null });
  const actions = body.entries.map(({ action }: AuditEntry) => action);
  expect(actions.filter((action: string) => action !== 'fingerprinted')).toEqual([
    'imported',
    'analyzed',
    'corrected',
    'shared',
    'opened',
    'revoked',
  ]);
  const byAction = (name: string): AuditEntry => body.entries.find(({ action }: AuditEntry) => action === name);
  expect(byAction('analyzed').details['modules']).toContainEqual({
    module: 'ocr',
    status: 'completed',
    engine: 'scripted@1',
  });
  expect(byAction('corrected')).toMatchObject({ actor: { kind: 'user' }, details: { from: 'TAXI', to: 'TAXI 7' } });
  expect(byAction('opened').actor).toEqual({ kind: 'visitor' });
  expect(byAction('fingerprinted').details['sha256']).toMatch(/^[0-9a-f]{64}$/);
  expect(byAction('imported').software).toBe('0.0.0-test');
  expect(body.head).toBe(body.entries.at(-1).hash);
});

test('exports a history as CSV, without formulas', async () => {
  const { client, jobId } = await analyzed();
  await client.patch(`/videos/${jobId}`, { name: '=1+1' });
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/audit?format=csv`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(text).toMatch(/^number,at,action,actor,details,software,previous_hash,hash\r\n1,/);
  expect(text).toContain('renamed');
  expect(text).not.toMatch(/(^|,)=1/m);
});

test('a history is private, and remains when its video is deleted', async () => {
  const { client, jobId } = await analyzed();
  const other = await otherClient(server, 'thief');
  expect((await other.get(`/videos/${jobId}/audit`)).status).toBe(404);
  expect((await createClient(server, '').get(`/videos/${jobId}/audit`)).status).toBe(401);
  await client.patch(`/videos/${jobId}`, { name: 'last name' });
  await client.delete(`/videos/${jobId}`);
  const { status, body } = await client.get(`/videos/${jobId}/audit`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ video_name: 'last name', is_intact: true });
  expect(body.entries.at(-1).action).toBe('deleted');
  expect((await other.get(`/videos/${jobId}/audit`)).status).toBe(404);
});
