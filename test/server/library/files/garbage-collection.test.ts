import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/base/logger.ts';
import { systemClock } from '../../../../src/base/time.ts';
import { collectGarbage } from '../../../../src/server/library/files/garbage-collection.ts';
import { ObjectStore } from '../../../../src/storage/object-store.ts';
import { addUser, addVideo, testStore } from '../../../db/store-fixture.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

/** Collects garbage of a library with stills of these jobs; returns those whose stills were removed. */
async function removedOf(store: Parameters<typeof collectGarbage>[0]['store'], jobIds: string[]): Promise<string[]> {
  const removed: string[] = [];
  await collectGarbage({
    store,
    objects: await ObjectStore.open(await tempFolder()),
    stills: { jobIds: async () => jobIds, remove: async (jobId: string) => void removed.push(jobId) } as never,
    proxyFiles: { jobIds: async () => [], remove: async () => {} },
    media: { probe: async () => Promise.reject(new Error('Unexpected.')) },
    clock: systemClock,
    log: createLogger(() => {}),
    signal: new AbortController().signal,
  });
  return removed;
}

// The id is in the row, its path, and their indexes, and in the history: entry, its index, imported path, and head.
test.each([0, 1, 2, 3, 4, 5, 6, 7])('keeps stills of a video whose id is damaged in place %i', async (place) => {
  const { store, path, reopen } = await testStore();
  const { jobId } = addVideo(store, addUser(store));
  store.close();
  const bytes = await readFile(path);
  const places: number[] = [];
  for (let at = bytes.indexOf(jobId); at >= 0; at = bytes.indexOf(jobId, at + 1)) places.push(at);
  expect(places).toHaveLength(8);
  bytes[places[place]! + 35]! ^= 1;
  await writeFile(path, bytes);
  expect(await removedOf(reopen(), [jobId])).toEqual([]);
});

test('removes stills of a deleted video', async () => {
  const { store, reopen } = await testStore();
  const userId = addUser(store);
  const [kept, deleted] = [addVideo(store, userId).jobId, addVideo(store, userId).jobId];
  store.videos.delete(userId, deleted);
  store.close();
  const removed = await removedOf(reopen(), [kept, deleted]);
  expect(removed).toEqual([deleted]);
});
