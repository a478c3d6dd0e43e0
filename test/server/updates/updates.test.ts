import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Updates } from '../../../src/contract/system/updates.ts';
import { startServer } from '../../../src/server/start.ts';
import { UpdatesService } from '../../../src/server/updates/updates.ts';
import { localClient, otherClient } from '../../fixtures/client.ts';
import { startTestServer, testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const PAGE = 'https://releases.example/2.0.0';
const DAY_MS = 24 * 3_600_000;

/** A web server with the file of the newest version. */
async function publisher(content: unknown = { version: '2.0.0', page: PAGE }) {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
  const published = {
    url: '',
    requests,
    answer: (response: ServerResponse): void => void response.end(JSON.stringify(content)),
  };
  const server = createServer((request, response) => {
    requests.push({ url: `${request.method} ${request.url}`, headers: request.headers });
    published.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  published.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/version.json`;
  return published;
}

/** The service over settings in memory. */
function service(source: string | undefined, version = '1.0.0', isOffline = () => false) {
  const settings = new Map<string, unknown>();
  const clock = { ms: Date.parse('2026-11-23T12:00:00Z'), now: () => clock.ms };
  const log: string[] = [];
  const note = (message: string) => void log.push(message);
  const updates = new UpdatesService({
    store: {
      settings: {
        get: (key: string) => settings.get(key),
        set: (key: string, value: unknown) => settings.set(key, value),
      },
    },
    clock,
    log: { info: note, warn: note },
    version,
    source,
    isOffline,
  } as unknown as ConstructorParameters<typeof UpdatesService>[0]);
  onTestFinished(() => updates.close());
  return { updates, settings, clock, log };
}

it('asks nobody before the user wants it, and then once a day', async () => {
  const { url, requests } = await publisher();
  const { updates, clock } = service(url);
  expect(updates.get()).toEqual({
    enabled: false,
    host: new URL(url).host,
    checked_at: null,
    failure: null,
    available: null,
  });
  await updates.checkIfDue();
  expect(requests).toHaveLength(0);
  updates.change({ enabled: true });
  for (const hours of [0, 1, 22, 1, 1]) {
    clock.ms += hours * 3_600_000;
    await updates.checkIfDue();
  }
  expect(requests).toHaveLength(2);
  expect(updates.get()).toMatchObject({
    checked_at: '2026-11-24T12:00:00.000',
    available: { version: '2.0.0', page: PAGE },
  });
  updates.change({ enabled: false });
  clock.ms += 5 * DAY_MS;
  await updates.checkIfDue();
  expect(requests).toHaveLength(2);
});

it('asks again a day after the clock was set back', async () => {
  const { url, requests } = await publisher();
  const { updates, clock } = service(url);
  updates.change({ enabled: true });
  await updates.checkIfDue();
  clock.ms -= 400 * DAY_MS;
  await updates.checkIfDue();
  expect(requests).toHaveLength(2);
});

it('sends nothing about the user, the system, or the version', async () => {
  const { url, requests } = await publisher();
  await service(url, '1.4.7').updates.check();
  const [{ url: line, headers }] = requests as [(typeof requests)[0]];
  expect(line).toBe('GET /version.json');
  expect(headers).toMatchObject({ 'user-agent': 'Reelscope', 'accept-language': '*' });
  expect(JSON.stringify(headers)).not.toMatch(/1\.4\.7|cookie|authorization|referer|linux|node/i);
});

it.each([
  ['an older version', { version: '0.9.9', page: PAGE }, '1.0.0', null],
  ['the same version', { version: '1.0.0', page: PAGE }, '1.0.0', null],
  ['a newer version', { version: '1.0.1', page: PAGE }, '1.0.0', { version: '1.0.1', page: PAGE }],
  ['a prerelease', { version: '2.0.0-beta.1', page: PAGE }, '1.0.0', null],
  ['the next prerelease', { version: 'v2.0.0-beta.2' }, '2.0.0-beta.1', { version: '2.0.0-beta.2', page: null }],
  [
    'a page that is no web page',
    { version: '2.0.0', page: 'file:///C:/evil.exe' },
    '1.0.0',
    { version: '2.0.0', page: null },
  ],
  ['a program as page', { version: '2.0.0', page: 'ms-msdt:/id' }, '1.0.0', { version: '2.0.0', page: null }],
])('knows %s', async (_, content, running, available) => {
  const { url } = await publisher(content);
  expect(await service(url, running).updates.check()).toMatchObject({ available, failure: null });
});

it.each([
  ['no JSON', 'invalid', (response: ServerResponse) => response.end('<html>')],
  ['no version', 'invalid', (response: ServerResponse) => response.end('{"version":"newest"}')],
  ['a list', 'invalid', (response: ServerResponse) => response.end('[]')],
  ['an error', 'unreachable', (response: ServerResponse) => response.writeHead(404).end('{"version":"2.0.0"}')],
  ['a cut connection', 'unreachable', (response: ServerResponse) => response.destroy()],
  ['too much', 'unreachable', (response: ServerResponse) => response.end(' '.repeat(70_000))],
] as const)('tells of %s, and keeps what it knew', async (_, failure, answer) => {
  const published = await publisher();
  const { updates, log } = service(published.url);
  await updates.check();
  published.answer = answer;
  expect(await updates.check()).toMatchObject({ failure, available: { version: '2.0.0' } });
  expect(log).toEqual(['new versions could not be looked up']);
});

it('connects to nobody while offline, also when asked, and does so when it is online again', async () => {
  const { url, requests } = await publisher();
  let isOffline = true;
  const { updates } = service(url, '1.0.0', () => isOffline);
  updates.change({ enabled: true });
  await updates.checkIfDue();
  expect(updates.get().checked_at).toBeNull();
  expect(await updates.check()).toMatchObject({ failure: 'offline', checked_at: null });
  expect(requests).toHaveLength(0);
  isOffline = false;
  expect(updates.get()).toMatchObject({ failure: null, checked_at: null });
  await updates.checkIfDue();
  expect(requests).toHaveLength(1);
});

it('offers no version that is installed by now', async () => {
  const { url } = await publisher();
  const first = service(url);
  await first.updates.check();
  const second = service(url, '2.0.0');
  second.settings.set('updates', first.settings.get('updates'));
  expect(second.updates.get()).toMatchObject({ available: null, failure: null });
});

it.each([undefined, 'file:///C:/version.json', 'not a url'])(
  'can’t be turned on without an address (%s)',
  async (source) => {
    const { updates } = service(source);
    expect(updates.get()).toMatchObject({ enabled: false, host: null });
    expect(() => updates.change({ enabled: true })).toThrow(/check for new versions/);
    await expect(updates.check()).rejects.toMatchObject({ code: 'conflict' });
    await updates.checkIfDue();
  },
);

it('is asked through the host’s way to other machines, by the user of this machine only', async () => {
  const { url, requests } = await publisher();
  const sent: string[] = [];
  const host = {
    ...testHost(await tempFolder()),
    versionFile: url,
    fetch: (async (input, init) => {
      sent.push(String(input));
      return fetch(input, init);
    }) as typeof fetch,
  };
  const server = await startServer(host, { port: 0 });
  onTestFinished(() => server.close());
  const { token } = await server.localToken();
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.apiUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Updates;
  };
  expect(await call('PATCH', '/updates', { enabled: true })).toMatchObject({ enabled: true, checked_at: null });
  expect(await call('POST', '/updates/check')).toMatchObject({ available: { version: '2.0.0' } });
  expect(await call('GET', '/updates')).toMatchObject({ enabled: true, available: { version: '2.0.0' } });
  expect([sent, requests.length]).toEqual([[url], 1]);
});

it('is closed to keys of other users', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const other = await otherClient(server);
  expect((await other.patch('/updates', { enabled: true })).status).toBe(403);
  expect((await other.post('/updates/check', {})).status).toBe(403);
  expect((await localClient(server).post('/updates/check', {})).status).toBe(409);
});
