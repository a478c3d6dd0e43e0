import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { OPERATIONS } from '../../fixtures/conformance.ts';
import { startTestServer, type TestServer, testHost } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ trustedOrigins: ['app://reelscope'] });
  client = localClient(server);
});
afterAll(() => server.close());

/** A request with any headers, Host included, which fetch does not allow. */
async function send(headers: Record<string, string>, path = '/api/health', method = 'GET', body = '') {
  const outgoing = request({ host: '127.0.0.1', port: server.port, path, method, headers });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return {
    status: response.statusCode as number,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Raw bytes. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test('refuses text in another encoding than UTF-8, whose letters would be lost', async () => {
  const body = Buffer.from('{"name":"M\u00fcller"}', 'latin1');
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.apiUrl}/projects`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request', text: { key: 'request.not-utf8' } } });
});

describe('loopback listener', () => {
  test.each([
    'evil.example',
    'evil.example:8471',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:80',
    '0.0.0.0',
    'localhost.evil.example',
    'reelscope.local',
  ])('rejects the Host %s', async (host) => {
    const answer = await send({ Host: host });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
  });

  test('accepts its own names', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST'])
      expect((await send({ Host: `${name}:${server.port}` })).status).toBe(200);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://localhost',
    'file://',
    'http://127.0.0.1:8471.evil.example',
    '',
  ])('rejects the Origin %j', async (origin) => {
    const answer = await send({ Host: `127.0.0.1:${server.port}`, Origin: origin });
    expect(answer.status).toBe(403);
  });

  test('accepts its own and configured Origins', async () => {
    for (const origin of [server.url, `http://localhost:${server.port}`, 'app://reelscope']) {
      expect((await send({ Host: `127.0.0.1:${server.port}`, Origin: origin })).status).toBe(200);
    }
  });

  test('listens on the loopback address only', async () => {
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    if (!outside) return;
    const socket = connect(server.port, outside.address);
    const [error] = await once(socket, 'error').catch((thrown) => [thrown]);
    expect((error as { code: string }).code).toBe('ECONNREFUSED');
  });
});

describe('every response', () => {
  test('has the security headers, and an id that is in its error body', async () => {
    const { headers, body } = await client.get('/nothing');
    expect(headers.get('x-request-id')).toBe(body.error.request_id);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(server.log.some((line) => line.fields['request_id'] === body.error.request_id)).toBe(true);
  });

  test.each([
    'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n',
    'GET //evil.example HTTP/1.1\r\nHost: x\r\n',
    'NONSENSE\r\n',
    'GET / HTTP/1.1\r\n',
    'GET /\\..\\x HTTP/1.1\r\nHost: x\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n',
  ])('rejects %j with the standard error body, where Node permits', async (head) => {
    const answer = await sendRaw(`${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    if (text) expect(JSON.parse(text).error.message).toBeTruthy();
  });
});

describe('request bodies', () => {
  const own = () => ({ Host: `127.0.0.1:${server.port}`, Authorization: `Bearer ${server.token}` });
  test.each([
    ['{"name"', 'application/json', 400],
    ['', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"name":"x"}', 'text/plain', 415],
    ['name=x', 'application/x-www-form-urlencoded', 415],
    ['{"name":"x"}', '', 415],
    ['{"name":"x"}', 'application/json; charset=utf-8', 201],
    ['{"name":"x","more":{"deep":[1]}}', 'application/json', 201],
    ['{"name":7}', 'application/json', 400],
    ['{"name":"  "}', 'application/json', 400],
    ['{"name":"a\\u0000b"}', 'application/json', 400],
    ['{"__proto__":{"name":"x"}}', 'application/json', 400],
  ])('%s as %s: %i', async (body, type, status) => {
    const answer = await send({ ...own(), ...(type && { 'Content-Type': type }) }, '/api/keys', 'POST', body);
    expect(answer.status).toBe(status);
    if (status === 400 && body.startsWith('{"name":'))
      expect(answer.body.error.details.issues[0].path).toEqual(['name']);
  });

  test('may begin with a byte order mark, as files of Windows programs do', async () => {
    const answer = await send(
      { ...own(), 'Content-Type': 'application/json' },
      '/api/keys',
      'POST',
      '\ufeff{"name":"x"}',
    );
    expect(answer.status).toBe(201);
  });

  test.each(['{"name":"a\\ud800"}', '{"name":"x","deep":[{"\\uDC00":1}]}'])(
    'with half of a surrogate pair are refused: %s',
    async (body) => {
      const answer = await send({ ...own(), 'Content-Type': 'application/json' }, '/api/keys', 'POST', body);
      expect([answer.status, answer.body.error.text.key]).toEqual([400, 'request.lone-surrogate']);
    },
  );

  test('with a whole surrogate pair are accepted', async () => {
    const body = '{"name":"\\ud83d\\ude00"}';
    expect((await send({ ...own(), 'Content-Type': 'application/json' }, '/api/keys', 'POST', body)).status).toBe(201);
  });

  test('nested beyond any use are refused by every route, whoever calls it', async () => {
    const project = (await client.post('/projects', { name: 'nested' })).body.id;
    const confined = (await client.post('/keys', { name: 'nested', projects: [project] })).body.raw_key;
    const nested = `{"name":${'['.repeat(20_000)}"\\ud83d\\ude00"${']'.repeat(20_000)}}`;
    for (const { method, path } of OPERATIONS.filter((operation) => operation.body)) {
      for (const caller of [client, createClient(server, confined)]) {
        const { status } = await caller.call(method, path.replaceAll(/\{\w+\}/g, '1'), nested);
        expect([400, 403, 404], `${method} ${path}`).toContain(status);
      }
    }
    const { body } = await client.post('/keys', nested);
    expect(body.error.text.key).toBe('request.nesting');
  });

  test('without a required field are refused as such', async () => {
    const { body } = await client.post('/keys', {});
    expect(body.error.message).toContain('body.name is required');
    expect(body.error.details.issues[0]).toEqual({ path: ['name'], message: 'is required' });
    const { body: segment } = await client.post('/projects/1/people', {});
    expect(segment.error.message).toContain('body.acknowledged is required');
  });

  test('of more than 1 MB are rejected, announced or not', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expect((await client.post('/keys', big)).status).toBe(413);
    const chunked = await fetch(`${server.apiUrl}/keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(((await chunked.json()) as { error: { code: string } }).error.code).toBe('too_large');
  });

  test('that are arrays are no objects without fields', async () => {
    for (const [path, body] of [
      ['/chat/sessions', []],
      ['/saved-searches', { name: 'x', query: 'x', filters: [null] }],
    ] as const)
      expect((await client.post(path, body)).status, path).toBe(400);
  });

  test('of unlimited nesting are refused', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect((await client.post('/projects', `{"name":"x","y":${deep}}`)).status).toBe(400);
  });
});

test('rejects a second server on the same data until the first has closed', async () => {
  const first = await startTestServer();
  await expect(startServer(testHost(first.dataFolder), { port: 0 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(startServer(testHost(`${first.dataFolder}-2`), { port: first.port })).rejects.toMatchObject({
    code: 'conflict',
  });
  await first.close();
});

test.each([
  ['/models/settings', 'GET, HEAD, PATCH'],
  ['/videos/x/closer-looks/estimate', 'POST'],
])('Allow has the methods of %s, not of a pattern that it fits', async (path, allowed) => {
  const { status, headers } = await client.call('PUT', path);
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
});

test('an internal error is logged with its details, and answered without them', async () => {
  const { projects } = server.services;
  const list = projects.list;
  Object.assign(projects, {
    list: () => {
      throw new Error('secret insides');
    },
  });
  const { status, body } = await client.get('/projects');
  Object.assign(projects, { list });
  expect([status, body.error.code]).toEqual([500, 'internal']);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(server.log.find((line) => line.level === 'error')?.fields).toMatchObject({
    cause: 'secret insides',
    request_id: body.error.request_id,
  });
});
