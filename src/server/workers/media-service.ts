import { splitVectors } from '../../base/vectors.ts';
import { isWorkerFailure, ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { VectorBatch } from '../../pipeline/protocol.ts';
import type { FileWorkers } from './file-workers.ts';
import type { ServiceWorker } from './service-worker.ts';
import type { MediaService } from './types.ts';

/** Reading the headers of a file takes well under a second, from a slow network drive a few. */
export const PROBE_TIMEOUT_MS = 20_000;
const THUMBNAIL_TIMEOUT_MS = 20_000;
/** Rendering a logo takes well under a second; a crafted SVG can take hours. */
export const LOGO_TIMEOUT_MS = 20_000;
/** Decoding a picture and loading the network takes a second. */
const PICTURE_TIMEOUT_MS = 20_000;

/** Work on untrusted files in a worker process per file, and embedding in the shared one. */
export function createMediaService(worker: ServiceWorker, files: FileWorkers): MediaService {
  return {
    async probe(path) {
      try {
        return await files.request('probe', { path }, PROBE_TIMEOUT_MS);
      } catch (cause) {
        // A file that crashes or stalls the demuxer is unreadable, but may be intact, which the cause indicates.
        if (isWorkerFailure(cause)) throw new ReelscopeError('unreadable_media', unreadableReason(cause), { cause });
        throw cause;
      }
    },

    thumbnail: (path, stillsFolder) => files.request('thumbnail', { path, stillsFolder }, THUMBNAIL_TIMEOUT_MS),

    async logo(picture) {
      try {
        return await files.request('logo', { picture }, LOGO_TIMEOUT_MS);
      } catch (cause) {
        if (isWorkerFailure(cause)) {
          throw new ReelscopeError('invalid_request', sentence('logo.too-complex'), { cause });
        }
        throw cause;
      }
    },

    async describeUpload(picture, region) {
      try {
        const views = await files.request('describe-query', { picture, region }, PICTURE_TIMEOUT_MS);
        return views!;
      } catch (cause) {
        if (isWorkerFailure(cause))
          throw new ReelscopeError('invalid_request', sentence('visual.unreadable'), { cause });
        throw cause;
      }
    },

    describeStill: (file, region) => worker.request('describe-query', { picture: file, region }),

    describeStills: (files) => worker.request('describe-stills', { files }),

    shrink: (files, width) => worker.request('shrink', { files, width }),

    async embed(texts, options = {}) {
      return unpacked(await worker.request('embed', { texts, ...options }));
    },

    embedForFrames: async (texts, engines) => unpacked(await worker.request('embed-for-frames', { texts, engines })),

    embedFrames: (files, engines) => worker.request('embed-frames', { files, engines }),
  };
}

function unpacked({ data, ...batch }: VectorBatch) {
  return { ...batch, vectors: splitVectors(data, batch.dimension) };
}

function unreadableReason(failure: unknown): LocalizedText {
  switch ((failure as ReelscopeError).code) {
    case 'worker_unresponsive':
      return sentence('media.reader-slow');
    case 'worker_out_of_memory':
      return sentence('media.reader-memory');
    default:
      return sentence('media.reader-crashed');
  }
}
