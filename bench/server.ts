import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { percentile, type Report } from './report.ts';

export const name =
  'server: keyed requests and uploads beside fastify and bare node:http (add --large for 10,000 videos and 2 GB)';

const ROUNDS = 5;
const CONNECTIONS = 10;
const SECONDS = 2;
const CHUNK = Buffer.alloc(64 * 1024, 7);

interface Addresses {
  apiUrl: string;
  bareUrl: string;
  peerUrl: string;
  key: string;
  jobId: string;
}

export async function run(report: Report): Promise<void> {
  const large = process.argv.includes('--large');
  const videos = large ? 10_000 : 1000;
  const child = fork(join(import.meta.dirname, 'support/server-process.ts'), [String(videos)]);
  const [addresses] = (await once(child, 'message')) as [Addresses];
  const memory = async (ask: 'reset' | 'memory'): Promise<number> => {
    child.send(ask);
    const [{ bytes }] = (await once(child, 'message')) as [{ bytes: number }];
    return bytes;
  };
  try {
    await requests(report, addresses, videos);
    await uploads(report, addresses, large ? 2 : 0.5, memory);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function requests(report: Report, addresses: Addresses, videos: number): Promise<void> {
  const { apiUrl, bareUrl, peerUrl, key, jobId } = addresses;
  const rates: { ours: number[]; bare: number[]; peer: number[] } = { ours: [], bare: [], peer: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.peer.push(await rate(`${peerUrl}/${jobId}`, key));
    rates.bare.push(await rate(`${bareUrl}/${jobId}`, key));
    rates.ours.push(await rate(`${apiUrl}/videos/${jobId}`, key));
  }
  const [ours, bare, peer] = [rates.ours, rates.bare, rates.peer].map((of) => percentile(of, 0.5)) as [
    number,
    number,
    number,
  ];
  report.figure('GET /videos/{job_id}, authenticated', `${ours.toFixed(0)}/s`);
  report.figure('the same authentication and query in plain node:http', `${bare.toFixed(0)}/s`);
  report.figure('the same route and services in fastify', `${peer.toFixed(0)}/s`);
  report.figure('relative to fastify', (ours / peer).toFixed(2), '>= 0.85');
  report.figure(
    `GET /videos/{job_id}, ${videos} videos, p95`,
    `${(await p95(`${apiUrl}/videos/${jobId}`, key, 300)).toFixed(2)} ms`,
    '3 ms',
  );
  report.figure(
    `GET /dashboard, ${videos} videos, p95`,
    `${(await p95(`${apiUrl}/dashboard`, key, 40)).toFixed(1)} ms`,
    '40 ms',
  );
}

async function uploads(
  report: Report,
  { apiUrl, bareUrl, key }: Addresses,
  gigabytes: number,
  memory: (ask: 'reset' | 'memory') => Promise<number>,
): Promise<void> {
  const bytes = gigabytes * 2 ** 30;
  const seconds: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  let growth = 0;
  for (let round = 0; round < 3; round++) {
    seconds.bare.push(await upload(`${bareUrl}/file`, bytes));
    const place = await call(apiUrl, key, 'POST', '/storage/upload-url', {
      file_name: 'b.mp4',
      content_type: 'video/mp4',
    });
    const before = await memory('reset');
    seconds.ours.push(await upload(String(place['upload_url']), bytes));
    growth = Math.max(growth, (await memory('memory')) - before);
    await call(apiUrl, key, 'DELETE', '/storage/files', { file_path: place['file_path'] });
  }
  const [ours, bare] = [percentile(seconds.ours, 0.5), percentile(seconds.bare, 0.5)];
  report.figure(`upload of ${gigabytes} GB, synced to disk`, `${ours.toFixed(2)} s`);
  report.figure('plain node:http to disk, also synced', `${bare.toFixed(2)} s`);
  report.figure('relative speed', (bare / ours).toFixed(2), '>= 0.8');
  report.figure('additional memory during upload', `${(growth / 1e6).toFixed(0)} MB`, '<= 64 MB');
}

/** Requests per second over keep-alive connections. */
async function rate(url: string, key: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  const work = async () => {
    for (; performance.now() < end; count++) await get(url, key, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return count / SECONDS;
}

async function p95(url: string, key: string, times: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await get(url, key, agent);
    samples.push(performance.now() - started);
  }
  agent.destroy();
  return percentile(samples.slice(times / 10), 0.95);
}

async function get(url: string, key: string, agent: Agent): Promise<void> {
  const outgoing = request(url, { agent, headers: { Authorization: key } });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}

/** Time to send a number of bytes, in seconds. */
async function upload(url: string, bytes: number): Promise<number> {
  const started = performance.now();
  const outgoing = request(url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Content-Length': bytes } });
  Readable.from(chunks(bytes)).pipe(outgoing);
  const [response] = await once(outgoing, 'response');
  if (response.statusCode !== 200) throw new Error(`upload: ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return (performance.now() - started) / 1000;
}

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK;
}

async function call(
  apiUrl: string,
  key: string,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  const response = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
