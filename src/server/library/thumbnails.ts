import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { MediaService } from '../workers/types.ts';
import type { SourceService } from './files/sources.ts';
import type { StillFiles } from './stills.ts';

export type Thumbnails = ReturnType<typeof createThumbnails>;

/** Milliseconds after which a response no longer waits for a thumbnail. */
const TIMEOUT_MS = 3000;

/** Creates thumbnails of videos that have not been analyzed. */
export function createThumbnails(parts: {
  source: SourceService;
  stills: StillFiles;
  media: MediaService;
  log: Logger;
}) {
  const { source, stills, media, log } = parts;

  const make = async (video: VideoRow): Promise<void> => {
    try {
      if (await stills.thumbnail(video.jobId)) return;
      const object = await source.find(video);
      if (object) await media.thumbnail(object.file, await stills.folder(video.jobId));
    } catch (error) {
      // Not fatal: the analysis creates a thumbnail.
      log.warn('thumbnail of a new video could not be created', {
        job_id: video.jobId,
        reason: toError(error).message,
      });
    }
  };

  return {
    /** Creates a missing thumbnail; slow work continues after this resolves. Never rejects. */
    async ensure(video: VideoRow): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS);
      });
      await Promise.race([make(video), timeout]);
      clearTimeout(timer);
    },
  };
}
