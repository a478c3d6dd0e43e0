import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { CanceledError } from '../../../src/base/errors.ts';
import { isServerGone } from '../../../src/headless/connection/connect.ts';
import { createApiClient } from '../../../src/server/client/api-client.ts';

const Value = z.object({ value: z.number() });

async function clientOf(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return createApiClient(`http://127.0.0.1:${port}`, async () => 'token');
}

describe('createApiClient', () => {
  test('parses the response and sends the token', async () => {
    const client = await clientOf((request, response) => {
      expect(request.headers.authorization).toBe('Bearer token');
      response.end('{"value":1}');
    });
    expect(await client.get('/', Value)).toEqual({ value: 1 });
  });

  test.each(['POST', 'PATCH', 'DELETE'] as const)('sends a body with %s', async (method) => {
    const client = await clientOf(async (request, response) => {
      response.end(JSON.stringify({ value: JSON.parse(await text(request)).length }));
    });
    expect(await client.send(method, '/', ['ü', 2], Value)).toEqual({ value: 2 });
  });

  test.each(['before the headers', 'in the middle of the body'])(
    'fails as fetch does if the server ends %s',
    async (moment) => {
      const client = await clientOf((_, response) => {
        if (moment === 'before the headers') response.destroy();
        else response.write('{"value":', () => response.destroy());
      });
      const error = await client.get('/', Value).catch((reason) => reason);
      expect(isServerGone(error)).toBe(true);
    },
  );

  test('throws the error of the response', async () => {
    const client = await clientOf((_, response) => {
      const error = { code: 'not_found', message: 'Video not found.', request_id: '1' };
      response.writeHead(404).end(JSON.stringify({ error }));
    });
    await expect(client.get('/', Value)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['before the headers', 'in the middle of the body'])('cancels a request %s', async (moment) => {
    const received = Promise.withResolvers<ServerResponse>();
    const client = await clientOf((_, response) => {
      if (moment !== 'before the headers') response.write('{"value":');
      received.resolve(response);
    });
    const controller = new AbortController();
    const response = client.send('POST', '/', {}, Value, controller.signal);
    const atServer = await received.promise;
    const closed = new Promise((resolve) => atServer.once('close', resolve));
    controller.abort();
    await expect(response).rejects.toBeInstanceOf(CanceledError);
    await closed;
  });

  test('sends nothing once the signal is aborted', async () => {
    const client = await clientOf(() => expect.unreachable());
    await expect(client.get('/', Value, AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
  });
});
