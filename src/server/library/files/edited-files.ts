import { pathToFileURL } from 'node:url';
import type { SequenceFile } from '../../../core/formats/sequence/sequence.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { MediaInfoWire } from '../../workers/types.ts';
import type { SourceService } from './sources.ts';

export type EditedFiles = ReturnType<typeof createEditedFiles>;

/** Source files as files for editing programs describe them. */
export function createEditedFiles({ source }: { source: Pick<SourceService, 'info' | 'find'> }) {
  return {
    /** The file of a video, with its URL where the file exists. */
    async of(video: VideoRow): Promise<SequenceFile> {
      const object = await source.find(video);
      return { ...describeFile(video, await source.info(video)), url: object && pathToFileURL(object.file).href };
    },
  };
}

/** The file of a video by its media information; sound is assumed in one that is not known. Pure. */
function describeFile({ jobId, name, duration }: VideoRow, info: MediaInfoWire | undefined): SequenceFile {
  const video = info?.video ? { width: info.video.width, height: info.video.height, fps: info.video.frameRate } : null;
  const audioChannels = info ? (info.audio?.channels ?? 0) : 2;
  return { jobId, name, duration, video, audioChannels, start: info?.startTimecode ?? null };
}
