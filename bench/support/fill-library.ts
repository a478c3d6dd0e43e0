import { uuidV7 } from '../../src/base/ids.ts';
import type { Store } from '../../src/db/index.ts';

/** Registers videos of the first user, without files. */
export function fillLibrary(store: Store, videos: number): void {
  store.transaction(() => {
    for (let index = 0; index < videos; index++) {
      const file = `Recording ${index}.mp4`;
      store.videos.create(1, {
        jobId: uuidV7(),
        name: file,
        storagePath: `users/1/${file}`,
        selectedInsights: '[]',
        duration: index,
        fileSize: 1000 * index,
      });
    }
  });
}

/** Ends an analysis of some of the videos, so that they are listed as done. */
export function finishLibrary(store: Store, videos: number): void {
  store.transaction(() => {
    for (const { id, jobId } of store.videos.list(1).slice(0, videos)) {
      store.jobs.enqueue(1, jobId, { action: 'process', modules: ['scenes'] });
      store.jobs.claimNext();
      store.jobs.finish(id, { processingTime: 9, warnings: [] });
    }
  });
}
