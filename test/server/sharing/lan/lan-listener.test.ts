import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../../src/base/logger.ts';
import type { Sharing } from '../../../../src/contract/sharing/sharing.ts';
import { createApp } from '../../../../src/server/http/app.ts';
import type { JobService } from '../../../../src/server/jobs/types.ts';
import { limitUnitOf } from '../../../../src/server/sharing/lan/addresses.ts';
import type { LanOptions } from '../../../../src/server/sharing/sharing-service.ts';
import { startServer } from '../../../../src/server/start.ts';
import type { WorkerPool } from '../../../../src/server/worker-pool.ts';
import type { MediaService } from '../../../../src/server/workers/types.ts';
import { localClient, otherClient } from '../../../fixtures/client.ts';
import { OPERATIONS } from '../../../fixtures/conformance.ts';
import { EXTENDED, WHOLE } from '../../../fixtures/extended.ts';
import { fakeMedia, movableClock, startTestServer, testHost } from '../../../fixtures/server.ts';
import { tempFolder } from '../../../fixtures/temp.ts';
import { waitUntil } from '../../../fixtures/wait.ts';

const NETWORK: LanOptions = {
  hosts: ['127.0.0.1'],
  interfaces: () => ({
    eth0: [
      {
        address: '192.168.7.20',
        netmask: '255.255.255.0',
        family: 'IPv4',
        mac: '',
        internal: false,
        cidr: '192.168.7.20/24',
      },
    ],
  }),
};
const noIpv6 = !Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

async function sharing(lan: LanOptions = {}) {
  const window = await tempFolder();
  await mkdir(join(window, 'assets'));
  await writeFile(join(window, 'share.html'), '<main id="report"></main><script src="/assets/share-1.js"></script>');
  await writeFile(join(window, 'index.html'), '<div id="root"></div><script src="/assets/index-1.js"></script>');
  await writeFile(join(window, 'assets/share-1.js'), 'import"./base-1.js"');
  await writeFile(join(window, 'assets/base-1.js'), 'let base');
  await writeFile(join(window, 'assets/index-1.js'), 'let window');
  const clock = movableClock();
  const server = await startTestServer({ window, clock, lan: { ...NETWORK, ...lan } });
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia(10, 'x'.repeat(5000)));
  const expires_at = new Date(clock.now() + 3_600_000).toISOString();
  const { body: report } = await client.post('/shared-reports', { video_id: jobId, expires_at });
  const { status, body } = await client.call('PUT', '/sharing', { enabled: true, port: 0 });
  expect(status, JSON.stringify(body)).toBe(200);
  const port = Number(new URL(body.addresses[0]).port);
  return {
    server,
    client,
    clock,
    jobId,
    report,
    hash: report.share_hash as string,
    port,
    url: `http://127.0.0.1:${port}`,
  };
}

/** Unchanged, without normalization by a URL parser. */
function raw(port: number, method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    sent.on('error', reject).end();
  });
}

/** Sends raw bytes and returns the complete response. */
function wire(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let came = '';
    socket.setEncoding('latin1').on('data', (data) => {
      came += data;
    });
    socket.on('close', () => resolve(came)).on('error', reject);
  });
}

describe('isolation', () => {
  test('serves no route of the loopback listener, with any method', { ...WHOLE, timeout: 120_000 }, async () => {
    const { server, port, hash, jobId } = await sharing();
    const app = createApp(
      server.services,
      createLogger(() => {}),
    );
    const shapes = new Set([
      ...app.routes.map(({ path }) => path),
      ...OPERATIONS.map(({ path }) => `/api${path}`),
      '/library',
      '/search',
      '/settings',
      '/processing',
      `/videos/${jobId}`,
      '/s',
      '/s/',
      '/api',
      '/media',
      '/uploads',
      '/assets',
      '/index.html',
      '/share.html',
      '/openapi.json',
    ]);
    const paths = [...shapes]
      .map((path) => path.replace(/\{?:?share_hash\}?|:hash/g, hash).replace(/:part\{\.\+\}/, 'source'))
      .map((path) =>
        path
          .replace(/:\w+\{[^/]*\}/g, 'x')
          .replace(/\{\w+\}|:\w+/g, jobId)
          .replaceAll('*', 'x'),
      )
      .map((path) => path.replace(/\/{2,}/g, '/'));
    const comments = `/api/shared-reports/${hash}/comments`;
    const served = new Set([`/s/${hash}`, `/api/shared-reports/${hash}`, comments, `/media/shares/${hash}/source`]);
    expect(paths.length).toBeGreaterThan(60);
    for (const [index, path] of [...new Set(paths)].entries()) {
      const turn = METHODS[index % METHODS.length]!;
      for (const method of EXTENDED ? METHODS : new Set(['GET', turn])) {
        if (served.has(path) && (method === 'GET' || method === 'HEAD')) continue;
        if (path === comments && method === 'POST') continue;
        // A page explains the problem with a link; its status is the same.
        expect(await raw(port, method, path, { Authorization: `Bearer ${server.token}` }), `${method} ${path}`).toBe(
          404,
        );
      }
    }
  });

  test('rejects manipulated paths', async () => {
    const { port, hash, jobId, server } = await sharing();
    const share = `/api/shared-reports/${hash}`;
    const tricks = [
      '/api/videos',
      '//api/videos',
      '/api//videos',
      '/s/../api/videos',
      `/s/${hash}/../../api/videos`,
      '/s/%2e%2e/api/videos',
      '/s%2f..%2fapi%2fvideos',
      '/%61pi/videos',
      '/API/SHARED-REPORTS/x',
      `/S/${hash}`,
      `/s/${hash}/`,
      `${share}/`,
      `/${share}`,
      `${share}/..`,
      `${share}%2f..`,
      `/api/./shared-reports/${hash}`,
      `/media/shares/${hash}/../../videos/${jobId}/source`,
      `/media/shares/${hash}/%2e%2e/source`,
      `/media/shares/${hash}/..;/source`,
      `/media/library/${jobId}/thumbnail`,
      `/media\\shares\\${hash}\\source`,
      '/assets/../index.html',
      '/assets/%2e%2e%2findex.html',
      '/assets/index-1.js',
      '/assets/.env',
      '/s/x%00',
      '/s/',
      '*',
      `http://127.0.0.1:${server.port}/api/videos`,
      `http://127.0.0.1:${port}${share}`,
      `/api/shared-reports/${hash.toUpperCase()}x`,
      `/api/shared-reports/${hash}?x=/../../videos#`,
      '/.well-known/jwks.json',
      '/api/shared-reports',
      '/api/docs',
    ];
    for (const path of tricks) {
      const status = await raw(port, 'GET', path);
      if (path.includes('?x=')) expect(status, path).toBe(200);
      else expect(status, path).toBe(404);
    }
    const get = (line: string, host: string) => wire(port, `${line}\r\n${host}Connection: close\r\n\r\n`);
    for (const host of [
      '',
      'Host: \r\n',
      'Host: a b\r\n',
      'Host: x/../y\r\n',
      'Host: "><script>\r\n',
      'Host: u@h\r\n',
    ]) {
      expect(await get(`GET ${share} HTTP/1.1`, host), host).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(await get(`CONNECT 127.0.0.1:${server.port} HTTP/1.1`, 'Host: x\r\n')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await get('GARBAGE', '')).toMatch(/^HTTP\/1\.1 404 /);
    expect(
      await wire(port, `GET ${share} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('serves a complete shared report: page, files, findings, media; nothing else', async () => {
    const { url, hash } = await sharing();
    const page = await fetch(`${url}/s/${hash}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|nonce/);
    expect(page.headers.get('set-cookie')).toBeNull();
    // Browsers would ignore the opener policy with a warning.
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull();
    expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    for (const name of ['share-1.js', 'base-1.js']) expect((await fetch(`${url}/assets/${name}`)).status).toBe(200);
    const report = (await (await fetch(`${url}/api/shared-reports/${hash}`)).json()) as { playback_url: string };
    expect(report.playback_url.startsWith(`${url}/media/shares/${hash}/`)).toBe(true);
    const part = await fetch(report.playback_url, { headers: { Range: 'bytes=5-9' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 5-9/5008']);
    const head = await fetch(`${url}/api/shared-reports/${hash}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('takes a comment from its own page only, within limits', async () => {
    const { url, client, jobId } = await sharing();
    const { share_hash } = (await client.post('/shared-reports', { video_id: jobId, allow_comments: true })).body;
    const at = `${url}/api/shared-reports/${share_hash}/comments`;
    const comment = JSON.stringify({ name: 'Ada', text: 'Which crane?', start_time: 2 });
    const post = async (body: string, headers: Record<string, string> = {}) =>
      (await fetch(at, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })).status;
    expect(await post(comment, { Origin: url })).toBe(201);
    expect(await post(comment)).toBe(201);
    expect(await post(comment, { Origin: 'http://evil.example' })).toBe(403);
    expect(await post(comment, { Origin: 'null' })).toBe(403);
    expect(await post(comment, { 'Content-Type': 'text/plain' })).toBe(415);
    expect(await post('{"name": "Ada"')).toBe(400);
    expect(await post('{"name": "\\udfff", "text": "x", "start_time": 0}')).toBe(400);
    expect(await post(`{"a":${'['.repeat(8000)}"\\ud83d\\ude00"${']'.repeat(8000)}}`)).toBe(400);
    expect(await post(JSON.stringify({ text: 'x'.repeat(20_000) }))).toBe(413);
    const { comments } = (await (await fetch(at)).json()) as { comments: { text: string }[] };
    expect(comments.map(({ text }) => text)).toEqual(['Which crane?', 'Which crane?']);
  });

  test('serves media only with the signature of its report, until it expires', async () => {
    const { url, hash, client, clock, jobId, report } = await sharing();
    const other = (await client.post('/shared-reports', { video_id: jobId })).body;
    const addressOf = async (of: string) =>
      ((await (await fetch(`${url}/api/shared-reports/${of}`)).json()) as { playback_url: string }).playback_url;
    const [mine, theirs] = [await addressOf(hash), await addressOf(other.share_hash)];
    expect((await fetch(mine.replace(hash, other.share_hash))).status).toBe(403);
    const { playback_url: own } = (await client.get(`/videos/${jobId}/playback`)).body;
    expect((await fetch(own.replace(/^http:\/\/[^/]+/, url))).status).toBe(404);
    expect((await fetch(theirs)).status).toBe(200);
    await client.delete(`/shared-reports/${other.id}`);
    expect((await fetch(theirs)).status).toBe(404);
    expect((await fetch(mine)).status).toBe(200);
    clock.moveBy(3_600_001);
    expect((await fetch(mine)).status).toBeGreaterThanOrEqual(403);
    expect((await fetch(`${url}/s/${report.share_hash}`)).status).toBe(410);
  });
});

describe('limits', () => {
  test('sixty pages and responses per minute, not counting media and files', async () => {
    const { url, hash, clock } = await sharing();
    const api = `${url}/api/shared-reports/${hash}`;
    const { playback_url } = (await (await fetch(api)).json()) as { playback_url: string };
    for (let index = 1; index < 60; index++) expect((await fetch(api)).status).toBe(200);
    clock.moveBy(15_000);
    const refused = await fetch(`${url}/s/${hash}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45']);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    for (let index = 0; index < 70; index++) expect((await fetch(playback_url)).status).toBe(200);
    expect((await fetch(`${url}/assets/share-1.js`)).status).toBe(200);
    clock.moveBy(45_000);
    expect((await fetch(api)).status).toBe(200);
  });

  test('twenty concurrent readers each get their share', async () => {
    const { url, hash } = await sharing();
    const { playback_url } = (await (await fetch(`${url}/api/shared-reports/${hash}`)).json()) as {
      playback_url: string;
    };
    const whole = fakeMedia(10, 'x'.repeat(5000));
    const parts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const answer = await fetch(playback_url, { headers: { Range: `bytes=${index * 200}-${index * 200 + 499}` } });
        return [answer.status, await answer.text()];
      }),
    );
    expect(parts).toEqual(parts.map((_, index) => [206, whole.slice(index * 200, index * 200 + 500)]));
  });

  test('limits connections per address, and closes idle ones', async () => {
    const { port, url, hash } = await sharing({ limits: { connectionsPerAddress: 3, headersMs: 300, requestMs: 300 } });
    const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await waitUntil(() => sockets.every((socket) => !socket.connecting), { timeout: 30_000 });
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.resume().write('GET / HTTP/1.1\r\nHos');
    await expect(raw(port, 'GET', `/s/${hash}`)).rejects.toThrow();
    await Promise.all(closed);
    // The server detects closed connections slightly later than clients.
    await waitUntil(
      () =>
        fetch(`${url}/s/${hash}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    );
  }, 60_000);

  test.skipIf(noIpv6).each([
    ['an address', '127.0.0.1', { connectionsPerAddress: 2 }],
    ['an IPv6 network', '::1', { connectionsPerNetwork: 2 }],
    ['all addresses', '127.0.0.1', { connections: 2 }],
  ])('limits the connections of %s', async (_, address, limits) => {
    const { port, hash } = await sharing({ limits, hosts: [address] });
    const open = async () => {
      const socket = connect(port, address).on('error', () => {});
      onTestFinished(() => void socket.destroy());
      const closed = once(socket, 'close').then(() => 'closed');
      const answered = once(socket, 'data').then(() => 'answered');
      // Stays open for another request.
      socket.write(`GET /s/${hash} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return { socket, state: await Promise.race([closed, answered]) };
    };
    const first = await open();
    const states = [first.state, (await open()).state, (await open()).state];
    expect(states).toEqual(['answered', 'answered', 'closed']);
    first.socket.destroy();
    await expect.poll(async () => (await open()).state).toBe('answered');
  });

  test('ends a running download when its link is revoked', async () => {
    const { server, client, hash, url, report, jobId } = await sharing({ limits: { shareCheckMs: 50 } });
    const source = (await client.get(`/videos/${jobId}/playback`)).body.playback_url;
    expect((await fetch(source)).status).toBe(200);
    const big = await client.upload('big.mp4', fakeMedia(10, 'y'.repeat(60_000_000)));
    const { body: shared } = await client.post('/shared-reports', { video_id: big.jobId });
    const { playback_url } = (await (await fetch(`${url}/api/shared-reports/${shared.share_hash}`)).json()) as {
      playback_url: string;
    };
    const { body } = await fetch(playback_url);
    const reader = body!.getReader();
    await reader.read();
    server.services.reports.revoke(1, shared.id);
    const readAll = async () => {
      while (!(await new Promise((resolve) => setTimeout(resolve, 20)).then(() => reader.read())).done);
    };
    await expect(readAll()).rejects.toThrow();
    expect(report.share_hash).toBe(hash);
  }, 60_000);

  test("accepts only addresses of this machine's networks", async () => {
    const { isLocalPeer } = await import('../../../../src/server/sharing/lan/addresses.ts');
    const own = {
      eth0: [
        {
          address: '2001:db8:1::5',
          netmask: '',
          family: 'IPv6' as const,
          mac: '',
          internal: false,
          cidr: '2001:db8:1::5/64',
          scopeid: 0,
        },
      ],
    };
    for (const address of ['192.168.1.9', '10.1.2.3', 'fd00::7', 'fe80::1', '2001:db8:1::77', '127.0.0.1'])
      expect(isLocalPeer(address, own), address).toBe(true);
    for (const address of ['8.8.8.8', '172.32.0.1', '2001:db8:2::1', '', 'x'])
      expect(isLocalPeer(address, own), address).toBe(false);
  });
});

describe('switch', () => {
  test('is off by default, returns addresses when on, and closes connections when off', async () => {
    const server = await startTestServer({ lan: NETWORK });
    onTestFinished(() => server.close());
    const client = localClient(server);
    expect((await client.get('/sharing')).body).toEqual({
      state: 'off',
      enabled: false,
      keep_on: false,
      port: 8472,
      addresses: [],
    });
    const on = (await client.call('PUT', '/sharing', { enabled: true, port: 0 })).body;
    expect(on).toMatchObject({ state: 'on', enabled: true, port: 0 });
    const { port, hostname } = new URL(on.addresses[0]);
    expect(hostname).toBe('192.168.7.20');
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    await waitUntil(() => !socket.connecting, { timeout: 30_000 });
    expect((await client.call('PUT', '/sharing', { enabled: false })).body.state).toBe('off');
    await closed;
    await expect(raw(Number(port), 'GET', '/s/x')).rejects.toThrow('ECONNREFUSED');
  });

  test('reports a taken port, and the server continues', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await waitUntil(() => other.listening, { timeout: 30_000 });
    const { port } = other.address() as { port: number };
    const server = await startTestServer({ lan: NETWORK });
    onTestFinished(() => server.close());
    const client = localClient(server);
    const answer = await client.call('PUT', '/sharing', { enabled: true, port });
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      expect.stringContaining(`Port ${port} is in use`),
    ]);
    expect((await client.get('/sharing')).body).toMatchObject({ state: 'port_taken', enabled: false, port });
    expect((await client.call('PUT', '/sharing', { enabled: true, port: 0 })).body.state).toBe('on');
  });

  test('follows network changes, and reports a missing network', async () => {
    let interfaces = {};
    const { client } = await sharing();
    expect((await client.get('/sharing')).body.state).toBe('on');
    const server = await startTestServer({ lan: { hosts: ['127.0.0.1'], interfaces: () => interfaces } });
    onTestFinished(() => server.close());
    const own = localClient(server);
    expect((await own.call('PUT', '/sharing', { enabled: true, port: 0 })).body).toMatchObject({
      state: 'no_network',
      addresses: [],
    });
    interfaces = NETWORK.interfaces!();
    expect((await own.get('/sharing')).body.state).toBe('on');
  });

  test("can be changed by the machine's user only", async () => {
    const server = await startTestServer({ lan: NETWORK });
    onTestFinished(() => server.close());
    const other = await otherClient(server);
    expect((await other.get('/sharing')).status).toBe(403);
    expect((await other.call('PUT', '/sharing', { enabled: true })).status).toBe(403);
    expect((await localClient(server).get('/sharing')).body.state).toBe('off');
  });

  /** A server over a folder that is kept for the next one. */
  const startOn = (folder: string) => {
    const work = (): WorkerPool => ({
      media: { embed: async () => [] } as unknown as MediaService,
      jobs: { close: async () => {} } as JobService,
      close: async () => {},
    });
    return startServer(testHost(folder), { port: 0, lan: NETWORK, work });
  };

  test('keeps an automatic port for links while it is available', async () => {
    const folder = await tempFolder();
    const portOf = ({ addresses }: Sharing) => Number(new URL(addresses[0]!).port);
    const once = async () => {
      const server = await startOn(folder);
      const first = portOf(await server.services.sharing.update({ enabled: true, port: 0 }));
      await server.services.sharing.update({ enabled: false });
      const again = portOf(await server.services.sharing.update({ enabled: true, keep_on: true }));
      await server.close();
      expect(again).toBe(first);
      return first;
    };
    const port = await once();
    expect(await once()).toBe(port);
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await waitUntil(() => other.listening, { timeout: 30_000 });
    const resumed = await startOn(folder);
    onTestFinished(() => resumed.close());
    const next = portOf(resumed.services.sharing.get());
    expect(next).not.toBe(port);
    await resumed.close();
    expect(await once()).toBe(next);
  });

  test('is off after a restart unless set to stay on', async () => {
    const folder = await tempFolder();
    const start = () => startOn(folder);
    const turn = async (change: object) => {
      const server = await start();
      const found = server.services.sharing.get().state;
      await server.services.sharing.update({ port: 0, ...change });
      await server.close();
      return found;
    };
    expect(await turn({ enabled: true })).toBe('off');
    expect(await turn({ enabled: true, keep_on: true })).toBe('off');
    expect(await turn({})).toBe('on');
    expect(await turn({ keep_on: false })).toBe('on');
    expect(await turn({})).toBe('off');
  });
});

describe('signature of a shared report', () => {
  test('covers one part: a link to the copy or to images opens no original', async () => {
    const { server, client, jobId, hash, url } = await sharing();
    const view = (await (await fetch(`${url}/api/shared-reports/${hash}`)).json()) as Record<string, string>;
    const as = (address: string, part: string) => address.replace(/(shares\/[0-9a-f]{64})\/[^?]+/, `$1/${part}`);
    expect((await fetch(view['playback_url']!)).status).toBe(200);
    expect((await fetch(as(view['still_url']!, 'source'))).status).toBe(403);
    expect((await fetch(as(view['playback_url']!, 'proxy'))).status).toBe(403);
    expect((await fetch(as(view['playback_url']!, 'thumbnail'))).status).toBe(403);
    expect((await client.get(`/videos/${jobId}`)).status).toBe(200);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test('assets are read once', async () => {
  const { server, url } = await sharing();
  const { windowFiles } = server.services;
  const read = vi.spyOn(windowFiles, 'asset');
  for (let i = 0; i < 5; i++) expect((await fetch(`${url}/assets/base-1.js`)).status).toBe(200);
  expect((await fetch(`${url}/assets/index-1.js`)).status).toBe(404);
  expect(read.mock.calls.length).toBeLessThanOrEqual(2);
});

test.each([
  ['192.168.7.20', '192.168.7.20'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
  ['fd00::5', 'fd00:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
])('limits count %s as %s', (address, unit) => expect(limitUnitOf(address)).toBe(unit));
