import { expect, onTestFinished, test } from 'vitest';
import { localClient, otherClient } from '../../fixtures/client.ts';
import { startTestServer } from '../../fixtures/server.ts';

test('returns version, contents, and diagnostics to the user of this machine', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { body } = await client.get('/about');
  expect(body).toEqual({
    version: '0.0.0-test',
    host: 'headless',
    system: `${process.platform} ${process.arch}`,
    runs_on: { node: process.versions.node },
    secrets_in: 'file',
    decoding: null,
    signing_key: {
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      public_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  const ask = (path: string) =>
    fetch(`${server.apiUrl}${path}`, { headers: { authorization: `Bearer ${server.token}` } });
  const licenses = await ask('/about/licences');
  expect([licenses.headers.get('content-type'), await licenses.text()]).toEqual([
    'text/plain; charset=utf-8',
    'Licenses of a test',
  ]);
  const bundle = await ask('/about/diagnostics');
  expect(bundle.headers.get('content-type')).toBe('application/zip');
  const bytes = Buffer.from(await bundle.arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['system.json', 'engines.json', 'settings.json']) expect(bytes.includes(name)).toBe(true);
  expect((await (await otherClient(server)).get('/about/diagnostics')).status).toBe(403);
});
