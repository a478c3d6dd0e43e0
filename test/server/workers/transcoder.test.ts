import { expect, it } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { createLogger } from '../../../src/base/logger.ts';
import type { Host, WorkerHandle } from '../../../src/server/hosting/host.ts';
import { createFileTasks } from '../../../src/server/workers/transcoder.ts';

/** A host whose workers only end, a moment after they are killed. */
function slowHost() {
  const gone: number[] = [];
  let count = 0;
  const spawnWorker = (): WorkerHandle => {
    const number = count++;
    let end: Parameters<WorkerHandle['onExit']>[0] = () => {};
    let isKilled = false;
    return {
      pid: undefined,
      send() {},
      onMessage() {},
      usage: async () => undefined,
      onExit: (listener) => {
        end = listener;
      },
      kill() {
        if (isKilled) return;
        isKilled = true;
        setTimeout(() => {
          gone.push(number);
          end({ code: null, signal: 'SIGKILL' });
        }, 30);
      },
    };
  };
  return { host: { spawnWorker } as unknown as Host, gone };
}

it('ends the workers that read a file, and no others, and waits for their exit', async () => {
  const { host, gone } = slowHost();
  const tasks = createFileTasks(
    host,
    createLogger(() => {}),
  );
  const { signal } = new AbortController();
  const copy = tasks.transcode(
    { path: '/a.avi', target: '/a.mp4', range: null, copyVideo: false, background: true },
    { signal },
  );
  const range = { start: 0, end: 1 };
  const parts = ['/b.avi', '/a.avi'].map((path) => ({ path, range }));
  const clip = tasks.joinClips({ parts, target: '/clip.mp4', canvas: null }, { signal });
  const abort = new AbortController();
  const other = tasks.transcode(
    { path: '/c.avi', target: '/c.mp4', range: null, copyVideo: false, background: true },
    { signal: abort.signal },
  );
  const ends = Promise.all([copy, clip].map((work) => expect(work).rejects.toThrow(CanceledError)));
  await tasks.release('/a.avi');
  expect(gone).toEqual([0, 1]);
  await ends;
  await tasks.release('/a.avi');
  abort.abort();
  await expect(other).rejects.toThrow(CanceledError);
});
