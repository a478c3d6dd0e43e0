import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { createApp } from '../../../src/server/http/app.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { OPERATIONS } from '../../fixtures/conformance.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

const BODY_MS = 300;
const STALL_MS = 400;
/** Larger than what the buffers of both ends hold. */
const SIZE = 24 * 1024 * 1024;

/** With short time limits. */
let server: TestServer;
/** With the usual ones, since a busy machine takes longer than {@link BODY_MS} for a large body. */
let patient: TestServer;
let client: Client;

beforeAll(async () => {
  patient = await startTestServer();
  server = await startTestServer({
    httpLimits: { bodyMs: BODY_MS, stallMs: STALL_MS },
    uploadPace: { bytes: 100, ms: BODY_MS },
  });
  client = localClient(server);
});
afterAll(() => Promise.all([server.close(), patient.close()]));

const hasBody = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD';

/** Operations that read a body other than JSON, with its media type. */
const OTHER_BODIES: Record<string, string> = { 'POST /settings/reference-logos': 'image/png' };
/** Routes with a body outside of the documented API. Tested below. */
const UNDOCUMENTED = ['PUT /uploads/users/:user/:name', 'PATCH /uploads/users/:user/:name'];

const NAMES = OPERATIONS.filter(hasBody).map(({ method, path }) => `${method} ${path}`);
const readsBody = (name: string) => {
  const operation = OPERATIONS.find(({ method, path }) => name === `${method} ${path}`)!;
  return operation.body !== undefined || name in OTHER_BODIES;
};

/** Opens a request to an operation and sends its headers. */
async function begin({ port, token }: TestServer, name: string, headers: string[]): Promise<Socket> {
  const [method, path] = name.split(' ') as [string, string];
  const target = path.replace(/\{\w+\}/g, '1') + (name in OTHER_BODIES ? '?name=x' : '');
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `${method} /api${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${OTHER_BODIES[name] ?? 'application/json'}`,
    ...headers,
  ];
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head.toString('latin1'))?.[1]);
}

describe('request body', () => {
  test('belongs to a route in this table', () => {
    const app = createApp(
      server.services,
      createLogger(() => {}),
    );
    const named = (path: string) => path.replace(/\/:(\w+)/g, '/{$1}');
    const other = app.routes
      .filter((route) => route.method !== 'ALL' && hasBody(route))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !NAMES.includes(named(name).replace(' /api/', ' /')));
    expect([...new Set(other)]).toEqual(UNDOCUMENTED);
  });

  test.each(NAMES)('of %s without an announced size is limited', async (name) => {
    const socket = await begin(patient, name, ['Transfer-Encoding: chunked']);
    const status = statusOf(socket);
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const size = name in OTHER_BODIES ? 20 * 1024 * 1024 : 2 * 1024 * 1024;
    for (let sent = 0; sent < size && !socket.destroyed; sent += 65_536) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), status]);
    }
    if (readsBody(name)) return expect(await status).toBe(413);
    // Files may be larger than that.
    socket.write('0\r\n\r\n');
    expect(await status).toBeLessThan(500);
  });

  test('times out when it does not arrive', async () => {
    const readers = NAMES.filter(readsBody);
    const statuses = readers.map(async (name) => [
      name,
      await statusOf(await begin(server, name, ['Content-Length: 10'])),
    ]);
    expect(await Promise.all(statuses)).toEqual(readers.map((name) => [name, 408]));
  });

  test('of an upload that hardly arrives times out and leaves nothing', async () => {
    const { body } = await client.post('/storage/upload-url', { file_name: 'slow.mp4', content_type: 'video/mp4' });
    const url = new URL(body.upload_url);
    const socket = connect(server.port, '127.0.0.1');
    const head = ['Content-Type: video/mp4', 'Content-Length: 100000', `Host: ${url.host}`].join('\r\n');
    socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n\r\n`);
    const trickle = setInterval(() => socket.write('x'), 20);
    socket.on('error', () => {});
    const status = await statusOf(socket);
    clearInterval(trickle);
    expect(status).toBe(408);
    const registration = { file_path: body.file_path, file_name: 'slow.mp4' };
    expect((await client.post('/processing/register-upload', registration)).status).toBe(404);
  });
});

describe('response', () => {
  /** Starts a download of 24 MB and returns the paused connection after the first bytes. */
  async function download(): Promise<Socket> {
    const { jobId } = await client.upload('large.mp4', fakeMedia(10, 'x'.repeat(SIZE)));
    const { body } = await client.get(`/videos/${jobId}/playback`);
    const url = new URL(body.playback_url);
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    const [first] = await once(socket, 'data');
    socket.pause();
    socket.unshift(first);
    return socket;
  }
  const rest = async (socket: Socket): Promise<number> => {
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > SIZE) socket.destroy();
    });
    socket.resume();
    if (!socket.destroyed) await once(socket, 'close');
    return bytes;
  };

  test('ends for a client that does not read', { timeout: 30_000 }, async () => {
    const socket = await download();
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, STALL_MS * 3));
    expect(await rest(socket)).toBeLessThan(SIZE);
  });

  extendedTest('is complete for a client that reads steadily, and an idle event stream stays open', async () => {
    const stream = await fetch(`${server.apiUrl}/events`, { headers: { Authorization: `Bearer ${server.token}` } });
    const reader = stream.body!.getReader();
    const end = (async () => {
      while (!(await reader.read()).done);
      return 'ended';
    })();
    expect(await rest(await download())).toBeGreaterThan(SIZE);
    await new Promise((resolve) => setTimeout(resolve, STALL_MS * 3));
    expect(await Promise.race([end, Promise.resolve('open')])).toBe('open');
    await reader.cancel();
  });
});
