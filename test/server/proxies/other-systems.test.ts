import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { createProxyFiles } from '../../../src/server/proxies/proxy-files.ts';
import { ProxyService } from '../../../src/server/proxies/proxy-service.ts';
import type { Transcoder } from '../../../src/server/workers/transcoder.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';
import { imitate } from '../../fixtures/other-systems.ts';
import { tempFolder } from '../../fixtures/temp.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('../../fixtures/other-systems.ts')).otherSystem(await original()),
);

/** Media that browsers can't play. */
const MEDIA = JSON.stringify({ container: 'avi', video: { codec: 'mpeg4' }, audio: [], tracks: [] });

it('deletes the copy of a video that is being written once its worker has ended', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const { jobId } = addProcessed(store, userId, ['something']);
  store.videos.update(userId, jobId, { media: MEDIA } as never);
  const data = await tempFolder();
  imitate({ platform: 'win32', holdsOpenFiles: true });
  let hasBegun: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  const events: string[] = [];
  const transcode: Transcoder = async ({ target }, { signal }) => {
    const file = await fs.open(target, 'w');
    await file.write('half');
    hasBegun();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    // A process that is killed takes a moment to end.
    await new Promise((resolve) => setTimeout(resolve, 50));
    events.push('worker ended');
    await file.close();
    throw new CanceledError();
  };
  const proxies = new ProxyService({
    store,
    transcode,
    log: { warn: vi.fn(), error: vi.fn() } as never,
    files: createProxyFiles(data),
    source: { open: async () => ({ file: 'film.avi', sizeBytes: 1 }), find: async () => ({}) } as never,
  });
  await proxies.ensure(store.videos.get(userId, jobId)!);
  await begun;
  await proxies.drop(jobId);
  events.push('dropped');
  expect(events).toEqual(['worker ended', 'dropped']);
  expect(await fs.readdir(join(data, 'proxies'))).toEqual([]);
});
