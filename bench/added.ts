import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { copyDurably } from '../src/storage/disk.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { writePreviewClip } from './support/preview-clips.ts';
import { writeRepeated } from './support/repeat-clip.ts';
import { type Served, withServer } from './support/serve.ts';

export const name = 'added: from adding a file of two hours to its first findings (headless build)';

const [CLIP_SECONDS, HOURS, ROUNDS] = [240, 2, 3];
const MODULES = ['scenes', 'ocr', 'visualelements'];
const POLL_MS = 25;

/**
 * Seconds until findings of the first look are in the response with partial results, by the way in which the file is
 * added.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-added-'));
  try {
    const [clip, path] = [join(folder, 'clip.mp4'), join(folder, 'two hours.mp4')];
    await writePreviewClip(clip, { seconds: CLIP_SECONDS, gop: 250, keyFrames: 'cuts', seed: 77, crf: 18 });
    await writeRepeated(path, clip, (HOURS * 3600) / CLIP_SECONDS, CLIP_SECONDS);
    const { size } = await stat(path);
    report.figure('file', `${HOURS} h of 720p, ${(size / 1e9).toFixed(2)} GB`);
    const copying = [];
    for (let round = 0; round < ROUNDS; round++) copying.push(await seconds(() => copied(path, join(folder, 'copy'))));
    report.figure('copying the file to this disk, for comparison', summaryOf(copying));
    await withServer(buildHeadless(), join(folder, 'data'), async (served) => {
      const server = client(served);
      for (const [label, add, target] of [
        ['left in place', (name: string) => server.import(path, name, { mode: 'reference' }), '3 s'],
        ['copied, as the window asks for it', (name: string) => server.import(path, name, { wait: false }), '3 s'],
        ['copied before the answer', (name: string) => server.import(path, name, {})],
        ['uploaded', (name: string) => server.upload(path, name)],
      ] as const) {
        const taken = [];
        for (let round = 0; round < ROUNDS; round++)
          taken.push(await server.untilFindings(add, `${label} ${round}.mp4`));
        report.figure(`first findings of a file that is ${label}`, summaryOf(taken), target);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copied(source: string, target: string): Promise<void> {
  await copyDurably(source, target);
  await rm(target);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function summaryOf(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(1)} s (min. ${Math.min(...times).toFixed(1)})`;
}

function client({ call }: Served) {
  const send = async (method: string, path: string, body?: object) => (await call(method, path, body)).json();
  return {
    async import(path: string, file_name: string, options: object): Promise<string> {
      return (await send('POST', '/storage/import', { path, file_name, ...options })).file_path;
    },

    async upload(path: string, file_name: string): Promise<string> {
      const content_type = 'video/mp4';
      const place = await send('POST', '/storage/upload-url', { file_name, content_type });
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const headers = { 'content-type': content_type, 'content-length': String((await stat(path)).size) };
      const response = await fetch(place.upload_url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
      if (!response.ok) throw new Error(`PUT ${basename(path)}: ${response.status} ${await response.text()}`);
      return place.file_path;
    },

    /** Adds a file and analyzes it until there are findings, in seconds; then deletes it. */
    async untilFindings(add: (name: string) => Promise<string>, file_name: string): Promise<number> {
      let jobId = '';
      let filePath = '';
      const taken = await seconds(async () => {
        filePath = await add(file_name);
        jobId = (await send('POST', '/processing/register-upload', { file_path: filePath, file_name })).job_id;
        await send('POST', `/videos/${jobId}/process`, { modules: MODULES });
        while ((await send('GET', `/results/job/${jobId}?partial=true`)).segments.length === 0)
          await setTimeout(POLL_MS);
      });
      await send('DELETE', `/videos/${jobId}?permanent=true`);
      await send('DELETE', '/trash');
      await send('DELETE', '/storage/files', { file_path: filePath }).catch(() => {});
      return taken;
    },
  };
}
