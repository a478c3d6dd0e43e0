import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../src/contract/error-body.ts';
import { createHeadlessHost } from '../../../src/headless/host.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { createClient } from '../../fixtures/client.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

/** Logos that are added after the analysis, with a real server and real workers. */

let folder: string;
let server: RunningServer;
const STAR =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/></svg>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelscope-brands-'));
  server = await startServer({ ...createHeadlessHost(join(folder, 'data'), () => {}), spawnWorker }, { port: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function clip(): Promise<Uint8Array<ArrayBuffer>> {
  const ground = { create: { width: 640, height: 360, channels: 3, background: '#dcdcd4' } } as const;
  const logo = await sharp(Buffer.from(STAR)).resize(140).png().toBuffer();
  const pixels = async (picture: Sharp) => new Uint8Array(await picture.removeAlpha().raw().toBuffer());
  const empty = await pixels(sharp({ create: { ...ground.create, background: '#123' } }));
  const shown = await pixels(sharp(ground).composite([{ input: logo, left: 200, top: 100 }]));
  const pictures = Array.from({ length: 40 }, (_, i) => ({ width: 640, height: 360, rgb: i < 20 ? empty : shown }));
  const path = join(await tempFolder(), 'clip.mp4');
  await writeMedia(path, { video: { width: 640, height: 360, frameRate: 10, pictures } });
  return new Uint8Array(await readFile(path));
}

extendedTest(
  'finds a logo added later without the source file, and changes nothing else',
  async () => {
    const client = createClient(server, `Bearer ${(await server.localToken()).token}`);
    const { jobId } = await client.upload('clip.mp4', await clip());
    const settled = (engine: RegExp) =>
      expect
        .poll(
          async () => {
            const { body } = await client.get(`/processing/${jobId}/status`);
            const logos = body.modules.find((one: { module: string }) => one.module === 'logos');
            return `${body.status} ${logos?.status} ${logos?.engine}`;
          },
          { timeout: 60_000 },
        )
        .toMatch(engine);
    await client.post(`/videos/${jobId}/process`, { modules: ['scenes', 'logos'] });
    await settled(/^completed completed brand-words\+pp-ocrv4@2$/);
    const before = (await client.get(`/results/job/${jobId}`)).body;
    const usage = (await client.get('/usage/summary')).body;
    expect(before.logos).toEqual([]);

    const added = await fetch(`${server.apiUrl}/settings/reference-logos?name=Star`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${(await server.localToken()).token}`, 'Content-Type': 'image/svg+xml' },
      body: STAR,
    });
    expect(added.status).toBe(201);
    await rm(join(folder, 'data', 'storage'), { recursive: true, force: true });
    const sources = await readdir(join(folder, 'data'), { recursive: true });
    expect(sources.filter((name) => name.endsWith('.mp4'))).toEqual([]);

    expect((await client.post('/settings/brands/apply')).body).toMatchObject({ job_ids: [jobId], skipped: 0 });
    await settled(/^completed completed brand-words\+pp-ocrv4\+opencv-logos@3$/);
    expect((await client.get('/settings/brands/apply')).body).toEqual({ total: 1, left: 0, failed: 0, found: 1 });
    const after = (await client.get(`/results/job/${jobId}`)).body;
    expect(after.logos).toMatchObject([{ content: 'Star', data: { evidence: [{ kind: 'reference' }] } }]);
    expect(after.scenes).toEqual(before.scenes);
    expect((await client.get('/usage/summary')).body).toEqual(usage);
    expect((await client.get(`/processing/${jobId}/status`)).body.error).toBeNull();
  },
  180_000,
);

/** A picture of a kilobyte that draws 10 to the power of `depth` rectangles. */
function svgBomb(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}" x="1"/>`.repeat(10)}</g>`,
  );
  const defs = `<defs><rect id="g0" width="9" height="9"/>${levels.join('')}</defs>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">${defs}<use href="#g${depth}"/></svg>`;
}

const REFUSED: [string, string, string, number][] = [
  ['plain text', 'text/plain', 'no picture', 415],
  ['text as PNG', 'image/png', 'no picture', 415],
  ['an empty SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"></svg>', 400],
  ['an SVG that explodes', 'image/svg+xml', svgBomb(9), 400],
];

// The last one is ended by its time limit.
test.each(EXTENDED ? REFUSED : REFUSED.slice(0, 3))('rejects %s', WHOLE, async (_, type, body, status) => {
  const answer = await fetch(`${server.apiUrl}/settings/reference-logos?name=Bad`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${(await server.localToken()).token}`, 'Content-Type': type },
    body,
  });
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as ErrorBody).error.code).toBeTypeOf('string');
});
