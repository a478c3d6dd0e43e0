import { ReelscopeError } from '../../contract/errors.ts';
import type { ServiceWorker } from './service-worker.ts';
import type { MediaService } from './types.ts';

/** Probing and embedding through the service worker. */
export function createMediaService(worker: ServiceWorker): MediaService {
  return {
    async probe(path) {
      try {
        return await worker.request('probe', { path });
      } catch (error) {
        // A file that kills the demuxer is a bad file; the server goes on.
        if (error instanceof ReelscopeError && error.code === 'worker_crashed') {
          throw new ReelscopeError('unreadable_media', 'The file could not be read: it made the reader fail.', {
            cause: error,
          });
        }
        throw error;
      }
    },

    poster: (path, stillsFolder) => worker.request('poster', { path, stillsFolder }),

    logo: (picture) => worker.request('logo', { picture }),

    async embed(texts, options = {}) {
      const batch = await worker.request('embed', { texts, ...options });
      const { model, dimension, data } = batch;
      const vectors = texts.map((_, i) => data.subarray(i * dimension, (i + 1) * dimension));
      return { model, dimension, vectors };
    },
  };
}
