import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FromWorker, type ToWorker } from '../../src/pipeline/protocol.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { spawnWorker } from '../fixtures/worker.ts';

/** Runs a real worker process; resolves with its messages when `until` matches one, or when it has ended. */
function talk(message: ToWorker, until: (message: FromWorker) => boolean) {
  const worker = spawnWorker();
  onTestFinished(() => worker.kill());
  const said: FromWorker[] = [];
  return new Promise<{ said: FromWorker[]; exit: { code: number | null; signal: string | null } | null }>((resolve) => {
    worker.onExit((exit) => resolve({ said, exit }));
    worker.onMessage((raw) => {
      const parsed = FromWorker.parse(raw);
      said.push(parsed);
      if (parsed.type === 'ready') worker.send(message);
      if (until(parsed)) resolve({ said, exit: null });
    });
  });
}

async function clip(): Promise<string> {
  const path = join(await tempFolder(), 'clip.mp4');
  const pictures = Array.from({ length: 30 }, (_, i) => solid(160, 90, i < 15 ? [200, 60, 40] : [20, 60, 190]));
  await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
  return path;
}

describe('worker process', () => {
  it('answers a probe', async () => {
    const { said } = await talk({ type: 'probe', id: 7, path: await clip() }, (message) => message.type === 'reply');
    expect(said.at(-1)).toMatchObject({ type: 'reply', id: 7, value: { duration: 3, video: { codec: 'h264' } } });
  });

  it('rejects an unreadable file, and keeps running', async () => {
    const { said, exit } = await talk(
      { type: 'probe', id: 8, path: import.meta.filename },
      (message) => message.type === 'refused',
    );
    expect(said.at(-1)).toMatchObject({ type: 'refused', id: 8, error: { code: 'unreadable_media' } });
    expect(exit).toBeNull();
  });

  it('runs a job with the real modules and ends on its own', async () => {
    const path = await clip();
    const stillsFolder = join(await tempFolder(), 'stills');
    await mkdir(stillsFolder);
    const run = {
      jobId: 'j',
      path,
      modules: ['scenes' as const],
      finished: [],
      initialPrompt: null,
      brandWords: [],
      stillsFolder,
    };
    const { said, exit } = await talk({ type: 'analyze', run }, () => false);
    expect(exit).toEqual({ code: 0, signal: null });
    const findings = said.find((message) => message.type === 'findings');
    expect(findings?.segments.map((segment) => [segment.start_time, segment.end_time])).toEqual([
      [0, 1.5],
      [1.5, 3],
    ]);
    expect(findings?.vectors?.data).toHaveLength(2 * findings!.vectors!.dimension);
    expect(said.at(-1)).toMatchObject({ type: 'done', endTime: 3 });
  });

  it('exits when the server is gone', async () => {
    const worker = spawnWorker();
    const exited = new Promise((resolve) => worker.onExit(resolve));
    await new Promise<void>((resolve) => worker.onMessage(() => resolve()));
    worker.kill();
    expect(await exited).toMatchObject({ signal: 'SIGKILL' });
  });
});
