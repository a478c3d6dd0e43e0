import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { systemClock } from '../../src/base/time.ts';
import { IDENTITY_LIMITS, outgoingFetch } from '../../src/models/outgoing.ts';
import { OidcIdentity } from '../../src/server/account/oidc-identity.ts';

const online = () => false;

async function serverThat(answer: (response: ServerResponse, path: string) => void): Promise<string> {
  const server = createServer((request, response) => answer(response, request.url ?? '/')).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops the time of limits. @returns lets milliseconds pass */
function fakeTime(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}

/** Writes until the client closes the connection. */
async function flood(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close');
  while (!response.destroyed)
    if (!response.write('x'.repeat(65_536))) await Promise.race([once(response, 'drain'), closed]);
}

test('passes a response within its limits through', async () => {
  const url = await serverThat((response) => response.writeHead(201, { 'x-kind': 'short' }).end('hello'));
  const response = await outgoingFetch(online, { maxBytes: 5, idleMs: 60_000 })(url);
  expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([201, 'short', 'hello']);
  const empty = await serverThat((response) => response.writeHead(204).end());
  expect((await outgoingFetch(online, { maxBytes: 5, idleMs: 60_000 })(empty)).status).toBe(204);
});

test('fails for a body beyond its size, and closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serverThat((response) => {
    response.on('close', closed.resolve);
    void flood(response);
  });
  const response = await outgoingFetch(online, { maxBytes: 1_000_000, idleMs: 60_000 })(url);
  await expect(response.arrayBuffer()).rejects.toThrow('more than 1000000 bytes');
  await closed.promise;
});

test('fails when the server stops responding before or within a body', async () => {
  const outgoing = outgoingFetch(online, { maxBytes: 1000, idleMs: 60_000 });
  const pass = fakeTime();
  const silent = expect(outgoing(await serverThat(() => {}))).rejects.toThrow('stopped responding');
  await pass(60_000);
  await silent;
  const response = await outgoing(await serverThat((answer) => answer.write('some')));
  const cut = expect(response.text()).rejects.toThrow('stopped responding');
  await pass(60_000);
  await cut;
});

test('a client that reads slowly is not timed out', async () => {
  const url = await serverThat((response) => response.end('hello'));
  const pass = fakeTime();
  const response = await outgoingFetch(online, { maxBytes: 1000, idleMs: 60_000 })(url);
  await pass(120_000);
  expect(await response.text()).toBe('hello');
});

test('keeps the signal of the caller', async () => {
  const url = await serverThat((response) => response.write('some'));
  const abort = new AbortController();
  const response = await outgoingFetch(online, { maxBytes: 1000, idleMs: 60_000 })(url, { signal: abort.signal });
  const text = response.text();
  abort.abort(new Error('canceled'));
  await expect(text).rejects.toThrow('canceled');
});

test.each(['/.well-known/openid-configuration', '/keys'])(
  'an identity provider whose %s has no end is refused',
  async (at) => {
    const issuer = await serverThat((response, path) => {
      if (path === at) void flood(response);
      else
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    });
    const outgoing = outgoingFetch(online, IDENTITY_LIMITS);
    const identity = new OidcIdentity(
      { issuer, audience: 'reelscope' },
      systemClock,
      createLogger(() => {}),
      outgoing,
    );
    const token = [{ alg: 'ES256', kid: '1' }, { iss: issuer, sub: 'x', exp: 9e9 }, 's']
      .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
      .join('.');
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  },
);
