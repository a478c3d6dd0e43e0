import { ReelscopeError } from '../../contract/errors.ts';
import type { ServiceWorker } from './service-worker.ts';
import type { MediaService } from './types.ts';

/** Rendering a logo takes well under a second; a crafted SVG can take hours. */
export const LOGO_TIMEOUT_MS = 10_000;

/**
 * Probing and embedding through the service worker.
 * @param startLogoWorker starts a worker for one logo, so that a crafted image affects no other request
 */
export function createMediaService(worker: ServiceWorker, startLogoWorker: () => ServiceWorker): MediaService {
  return {
    async probe(path) {
      try {
        return await worker.request('probe', { path });
      } catch (error) {
        // A file that crashes the demuxer is unreadable; the server itself is unaffected.
        if (error instanceof ReelscopeError && error.code === 'worker_crashed') {
          throw new ReelscopeError('unreadable_media', 'The file could not be read: the media reader crashed.', {
            cause: error,
          });
        }
        throw error;
      }
    },

    poster: (path, stillsFolder) => worker.request('poster', { path, stillsFolder }),

    async logo(picture) {
      const logoWorker = startLogoWorker();
      try {
        return await logoWorker.request('logo', { picture });
      } catch (error) {
        if (error instanceof ReelscopeError && error.code === 'worker_crashed') {
          throw new ReelscopeError('invalid_request', 'The image is too complex to render.', { cause: error });
        }
        throw error;
      } finally {
        logoWorker.close();
      }
    },

    async embed(texts, options = {}) {
      const batch = await worker.request('embed', { texts, ...options });
      const { model, dimension, data } = batch;
      const vectors = texts.map((_, i) => data.subarray(i * dimension, (i + 1) * dimension));
      return { model, dimension, vectors };
    },
  };
}
