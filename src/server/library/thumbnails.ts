import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { MediaService } from '../workers/types.ts';
import type { SourceService } from './sources.ts';
import type { StillFiles } from './stills.ts';

export type Thumbnails = ReturnType<typeof createThumbnails>;

/** A file whose picture takes longer than this is answered for without it, in milliseconds. */
const TIMEOUT_MS = 3000;

/** Pictures of videos that have not been analysed. */
export function createThumbnails(parts: {
  source: SourceService;
  stills: StillFiles;
  media: MediaService;
  log: Logger;
}) {
  const { source, stills, media, log } = parts;

  const make = async (video: VideoRow): Promise<void> => {
    try {
      if (await stills.poster(video.jobId)) return;
      const object = await source.find(video);
      if (object) await media.poster(object.file, await stills.folder(video.jobId));
    } catch (error) {
      // The video is as good without it; its analysis makes one.
      log.warn('no picture could be made of a new video', { job_id: video.jobId, message: toError(error).message });
    }
  };

  return {
    /** Makes a picture when there is none; what takes long goes on after this has resolved. Never rejects. */
    async ensure(video: VideoRow): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, TIMEOUT_MS);
      });
      await Promise.race([make(video), patience]);
      clearTimeout(timer);
    },
  };
}
