import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkedBody } from '../../src/models/ollama/response.ts';
import { readLines } from '../../src/server/bundles/read-lines.ts';
import { openInside } from '../../src/storage/open-inside.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { budgetMs, report } from './support/table.ts';

/** Replaces a file by a link to another, and back, as fast as it can. Arguments: file, target of the link. */
const SWAPPER = `
  const fs = require('node:fs');
  const [, file, target] = process.argv;
  for (;;) {
    try { fs.symlinkSync(target, file + '.link'); fs.renameSync(file + '.link', file); } catch {}
    try { fs.writeFileSync(file + '.new', 'public'); fs.renameSync(file + '.new', file); } catch {}
  }`;

it.skipIf(process.platform === 'win32')(
  'a file that becomes a link while it is opened is never followed',
  { timeout: 3_600_000 },
  async () => {
    const folder = await fs.realpath(await tempFolder());
    const watched = join(folder, 'watched');
    await fs.mkdir(watched);
    const secret = join(folder, 'private.mp4');
    await fs.writeFile(secret, 'private');
    const path = join(watched, 'a.mp4');
    await fs.writeFile(path, 'public');
    const swapper = spawn(process.execPath, ['-e', SWAPPER, path, secret], { stdio: 'ignore' });
    onTestFinished(() => void swapper.kill('SIGKILL'));
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    const until = Date.now() + budgetMs(0.05);
    let rounds = 0;
    for (; Date.now() < until || rounds < 1000; rounds++) {
      try {
        const { file } = await openInside(watched, path);
        count(await file.readFile('utf8'));
        await file.close();
      } catch (error) {
        count((error as { code?: string }).code ?? 'error');
      }
    }
    const failures = seen.get('private') ?? 0;
    report('watch-race', [
      { check: 'no link is followed', rounds, failures, detail: JSON.stringify(Object.fromEntries(seen)) },
    ]);
    expect(failures).toBe(0);
    // Both were met: the race took place.
    expect(seen.get('public')).toBeGreaterThan(0);
    expect(seen.get('not_ready')).toBeGreaterThan(0);
  },
);

/** Chunks of one line without end, of an odd size. */
function* endless(chunkBytes: number): Generator<Buffer> {
  for (;;) yield Buffer.alloc(chunkBytes, '1');
}

/** Seconds until a reader refuses a line without end. */
async function secondsToRefuse(read: (chunkBytes: number) => Promise<unknown>, chunkBytes: number): Promise<number> {
  const started = performance.now();
  await expect(read(chunkBytes)).rejects.toThrow();
  return (performance.now() - started) / 1000;
}

it('a line without end is refused, however small its pieces', { timeout: 3_600_000 }, async () => {
  const readers: Record<string, (chunkBytes: number) => Promise<unknown>> = {
    'model server': async (chunkBytes) => {
      const body = ReadableStream.from(endless(chunkBytes)) as ReadableStream<Uint8Array<ArrayBuffer>>;
      const response = new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
      for await (const _ of checkedBody('http://127.0.0.1:1', response, () => {}).body!);
    },
    bundle: async (chunkBytes) => {
      for await (const _ of readLines('findings', ReadableStream.from(endless(chunkBytes))));
    },
  };
  const results = [];
  for (const [name, read] of Object.entries(readers)) {
    const large = await secondsToRefuse(read, 65_536);
    const small = await secondsToRefuse(read, 509);
    // Work that grows with the square of the pieces would take thousands of times as long.
    const isSlow = small > 200 * Math.max(large, 0.05);
    results.push({
      check: `a line without end: ${name}`,
      rounds: 2,
      failures: isSlow ? 1 : 0,
      detail: `${large.toFixed(2)} s in pieces of 64 kB, ${small.toFixed(2)} s of 509 bytes`,
    });
  }
  report('endless-lines', results);
  expect(results.filter(({ failures }) => failures > 0)).toEqual([]);
});
