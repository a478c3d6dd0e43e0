import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

let server: TestServer;
let local: Client;
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
});
afterAll(() => server.close());

async function withKey(request: object): Promise<{ client: Client; body: Record<string, unknown> }> {
  const { status, body } = await local.post('/keys', { name: 'script', ...request });
  expect(status).toBe(201);
  return { client: createClient(server, body.raw_key), body };
}

describe('keys with a scope', () => {
  test('have full access and no expiry by default', async () => {
    const { client, body } = await withKey({});
    expect(body).toMatchObject({ scope: 'admin', expires_at: null });
    expect((await client.post('/keys', { name: 'another' })).status).toBe(201);
    expect((await local.post('/keys', { name: 'x', scope: 'owner' })).status).toBe(400);
  });

  test('of the scope read can read and search, and send no other request', async () => {
    const { client } = await withKey({ scope: 'read' });
    expect((await client.get('/videos')).status).toBe(200);
    expect((await client.post('/search', { query: 'bridge' })).status).toBe(200);
    const { paths } = (await client.get('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    const open = new Set<string>();
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods).filter((name) => ['post', 'put', 'patch', 'delete'].includes(name))) {
        if (!JSON.stringify(methods[method]).includes('"security":[{')) continue;
        const { status, body } = await client.call(method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, '1'), {});
        if (status !== 403 || !/only read/.test(body?.error?.message)) open.add(`${method} ${path}`);
      }
    }
    expect([...open].sort()).toEqual([
      'post /chat/ask',
      'post /chat/ask/stream',
      'post /checks',
      'post /checks/fact-sheet',
      'post /checks/stream',
      'post /citations',
      'post /citations/verify',
      'post /manifests',
      'post /search',
      'post /search/visual',
      'post /sync',
      'post /verify',
      'post /videos/{job_id}/closer-looks/estimate',
      'post /voices/search',
    ]);
  });

  test('of the scope write can change the library, and neither keys, settings, nor models', async () => {
    const { client } = await withKey({ scope: 'write' });
    expect((await client.post('/projects', { name: 'Harbor' })).status).toBe(201);
    expect((await client.get('/keys')).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/keys'],
      ['PATCH', '/models/settings'],
      ['PUT', '/sharing'],
      ['POST', '/backups'],
      ['POST', '/settings/reference-logos'],
      ['PATCH', '/storage/options'],
      ['PATCH', '/settings/queue'],
      ['PATCH', '/profile'],
      ['PATCH', '/updates'],
      ['POST', '/storage/relink'],
      ['POST', '/videos/1/relink'],
    ] as const)
      expect([path, (await client.call(method, path, { name: 'x' })).status]).toEqual([path, 403]);
  });

  test('of the scope write name files of this machine in folders for agents only', async () => {
    const { client } = await withKey({ scope: 'write' });
    const folder = await tempFolder();
    const path = join(folder, 'a.mp4');
    await writeFile(path, fakeMedia());
    const imported = async () => (await client.post('/storage/import', { path })).status;
    expect(await imported()).toBe(403);
    for (const route of ['/bundles/import', '/bundles/inspect'])
      expect((await client.post(route, { path })).status).toBe(403);
    await local.call('PUT', '/settings/agents', { analyze_folders: [folder] });
    expect(await imported()).toBe(200);
    await symlink('/etc/hostname', join(folder, 'link'));
    expect((await client.post('/storage/import', { path: join(folder, 'link') })).status).toBe(403);
  });

  test('of the scope write follow no link that changes after the check', async () => {
    const { client } = await withKey({ scope: 'write' });
    const [folder, elsewhere] = await Promise.all([tempFolder(), tempFolder()]);
    await local.call('PUT', '/settings/agents', { analyze_folders: [folder] });
    const [link, secret] = [join(folder, 'link.mp4'), join(elsewhere, 'secret.mp4')];
    await writeFile(join(folder, 'real.mp4'), fakeMedia(7, 'permitted'));
    await writeFile(secret, fakeMedia(8, 'secret'));
    await symlink(join(folder, 'real.mp4'), link);
    const { agentSettings } = server.services;
    const { importable } = agentSettings;
    vi.spyOn(agentSettings, 'importable').mockImplementationOnce(async (path) => {
      const permitted = await importable(path);
      await rm(link);
      await symlink(secret, link);
      return permitted;
    });
    const { body } = await client.post('/storage/import', { path: link });
    expect(body.file_path).toMatch(/real\.mp4$/);
    expect(await readFile(join(server.dataFolder, 'storage', body.file_path), 'utf8')).toBe(fakeMedia(7, 'permitted'));
  });

  test('end at their expiry', async () => {
    const expiry = Date.now() + 3_600_000;
    const { client, body } = await withKey({ expires_at: new Date(expiry).toISOString() });
    expect(body['expires_at']).toMatch(/^\d{4}-.*\.\d{3}$/);
    expect((await client.get('/videos')).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: expiry });
    onTestFinished(() => void vi.useRealTimers());
    const refused = await client.get('/videos');
    expect([refused.status, refused.body.error.message]).toEqual([401, 'The API key has expired.']);
    const past = await local.post('/keys', { name: 'past', expires_at: '2020-01-01T00:00:00Z' });
    expect([past.status, past.body.error.message]).toEqual([400, 'expires_at must be in the future.']);
  });
});
