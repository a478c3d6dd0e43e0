import { readFile } from 'node:fs/promises';
import type { MediaDetails } from '../../contract/library/media-details.ts';
import type { TrackUse } from '../../contract/library/tracks.ts';
import { WAVEFORM_PEAKS_PER_SECOND, type Waveform } from '../../contract/library/waveform.ts';
import type { Store } from '../../db/index.ts';
import { requireVideo } from '../errors/lookup.ts';
import { coverageOf } from './coverage.ts';
import type { DerivedPictures } from './derived-pictures.ts';
import { storedChoice } from './files/chosen-tracks.ts';
import type { SourceFiles } from './files/source-files.ts';
import type { SourceService } from './files/sources.ts';
import type { StillFiles } from './stills.ts';

export type VideoMediaService = ReturnType<typeof createVideoMediaService>;

/** Media details and waveform for the player. */
export function createVideoMediaService(parts: {
  store: Store;
  source: SourceService;
  files: SourceFiles;
  stills: StillFiles;
  pictures: DerivedPictures;
}) {
  const { store, files, source, stills, pictures } = parts;
  return {
    /** @throws ReelscopeError `not_found` */
    async facts(userId: number, jobId: string): Promise<MediaDetails> {
      const video = requireVideo(store, userId, jobId);
      const info = await source.info(video);
      const state = await files.state(video);
      const isRebuilding = state === 'ok' && (await pictures.ensure(video));
      return {
        container: info?.container ?? null,
        video: info?.video
          ? {
              codec: info.video.codec,
              width: info.video.width,
              height: info.video.height,
              frame_rate: info.video.frameRate,
            }
          : null,
        audio: info?.audio
          ? { codec: info.audio.codec, sample_rate: info.audio.sampleRate, channels: info.audio.channels }
          : null,
        tracks: info?.tracks ?? null,
        track_choice: storedChoice(video),
        track_use: video.trackUse === null ? null : (JSON.parse(video.trackUse) as TrackUse),
        analysis: coverageOf(store, video),
        source_state: state,
        pictures_state: isRebuilding ? 'rebuilding' : 'ok',
        original_name: video.originalName,
        sha256: store.sourceFiles.get(userId, video.storagePath)?.contentHash ?? null,
        start_timecode: info?.startTimecode ?? null,
        recording: info?.recording ?? null,
        source_exists: state !== 'missing',
        referenced_path: store.sourceFiles.get(userId, video.storagePath)?.location ?? null,
      };
    },

    /** Absolute path of the source file; undefined if the file or video does not exist. */
    async sourceFile(userId: number, jobId: string): Promise<string | undefined> {
      const video = store.videos.get(userId, jobId);
      return video && (await source.find(video))?.file;
    },

    /** @throws ReelscopeError `not_found` */
    async waveform(userId: number, jobId: string): Promise<Waveform> {
      requireVideo(store, userId, jobId);
      const object = await stills.waveform(jobId);
      const peaks = object ? (await readFile(object.file)).toString('base64') : null;
      return { peaks_per_second: WAVEFORM_PEAKS_PER_SECOND, peaks };
    },
  };
}
