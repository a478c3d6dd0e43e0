import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { uuidV7 } from '../../src/base/ids.ts';
import { startTestServer } from '../../test/fixtures/server.ts';

/*
 * Process measured by bench/server.ts from outside: the real server, and for comparison fastify and a minimal node:http
 * server for the same requests. It sends its URLs and then handles `reset` and `memory`.
 */

const videos = Number(process.argv[2]);
// A host of the product writes its log away, and statements are not observed there; the test server would keep both.
const server = await startTestServer({ onStatement: () => {} });
setInterval(() => server.log.splice(0), 20).unref();
const { raw_key: key } = server.services.keys.create(1, { name: 'bench', scope: 'admin' });
let jobId = '';
server.store.transaction(() => {
  for (let i = 0; i < videos; i++) {
    jobId = uuidV7();
    const names = { name: `Video ${i}`, storagePath: `users/1/video-${i}.mp4`, selectedInsights: '["scenes"]' };
    server.store.videos.create(1, { jobId, ...names, fileSize: 1000, duration: 60 });
  }
});

/** Authenticates and reads the video as the server does, without a framework. */
const bare = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'PUT') return outgoing.end(await keep(incoming));
  const hash = createHash('sha256')
    .update(incoming.headers.authorization ?? '')
    .digest('hex');
  const owner = server.store.apiKeys.findActiveByHash(hash);
  const body = JSON.stringify(server.services.videos.get(owner!.userId, incoming.url!.slice(1)));
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body);
});

/** The same route in fastify, with the server's authentication and service. */
const peer = Fastify();
peer.get<{ Params: { jobId: string } }>('/:jobId', async ({ headers, params }) => {
  const { userId } = await server.services.authenticator.authenticate(headers.authorization);
  return server.services.videos.get(userId, params.jobId);
});
await peer.listen({ port: 0, host: '127.0.0.1' });
bare.listen(0, '127.0.0.1', () => {
  const urlOf = (address: AddressInfo) => `http://127.0.0.1:${address.port}`;
  const [bareUrl, peerUrl] = [bare.address(), peer.server.address()].map((address) => urlOf(address as AddressInfo));
  process.send!({ apiUrl: server.apiUrl, bareUrl, peerUrl, key, jobId });
});

async function keep(incoming: IncomingMessage): Promise<string> {
  const file = join(server.dataFolder, `bare-${uuidV7()}`);
  // Synced like every upload, since data in the page cache would be lost in a power failure.
  await pipeline(incoming, createWriteStream(file, { flush: true }));
  await rm(file);
  return 'ok';
}

let peakBytes = 0;
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 20).unref();

process.on('message', (message) => {
  if (message === 'reset') peakBytes = process.memoryUsage.rss();
  process.send!({ bytes: peakBytes });
});
process.on('disconnect', () => {
  bare.closeAllConnections();
  bare.close();
  void peer.close();
  server.close().then(() => process.exit(0));
});
