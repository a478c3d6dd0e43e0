import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { createClipFolder } from '../../../src/server/clips/clip-folder.ts';
import { createClipService } from '../../../src/server/clips/clip-service.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';
import { tempFolder } from '../../fixtures/temp.ts';

test("succeeds after sending a clip even if its folder can't be deleted", async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const { jobId } = addProcessed(store, userId, ['something']);
  const folder = createClipFolder(await tempFolder());
  const warn = vi.fn();
  const clips = createClipService({
    blurOf: () => [],
    store,
    source: { open: async () => ({ file: 'film.mp4' }) } as never,
    // As on Windows, where other programs open new files.
    folder: {
      ...folder,
      open: async () => ({ ...(await folder.open()), remove: () => Promise.reject(new Error('EBUSY: held open')) }),
    },
    onExported: () => {},
    log: { warn } as never,
    transcode: async ({ target }) => {
      await writeFile(target, 'the clip');
      return 1;
    },
  });
  const request = { clips: [{ job_id: jobId, start_time: 0, end_time: 1 }] };
  const { body } = await clips.make(userId, request, new AbortController().signal);
  expect(await new Response(body).text()).toBe('the clip');
  expect(warn).toHaveBeenCalledWith(expect.any(String), { reason: 'EBUSY: held open' });
  expect(clips.progress(userId)).toEqual([]);
});
