import { randomUUID } from 'node:crypto';
import { makeZip } from 'client-zip';
import { throwIfAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Blur } from '../../contract/library/blur.ts';
import type { ClipsProgress, ClipsRequest } from '../../contract/library/clips.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireFound } from '../errors/lookup.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { ClipJoiner, Transcoder } from '../workers/transcoder.ts';
import { type ClipFolder, streamOf } from './clip-folder.ts';
import { createClipMaker } from './clip-maker.ts';
import { safeTitle } from './clip-names.ts';
import { hashStream } from './hash-stream.ts';
import { type PlannedClip, planClips } from './plan-clips.ts';
import { withCleanup } from './with-cleanup.ts';

export type ClipService = ReturnType<typeof createClipService>;

/** Response body for a clip request: an MP4 or a ZIP file. */
export interface ClipsFile {
  name: string;
  mediaType: string;
  /** Null for a ZIP file, which is generated while it is sent. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array>;
}

/** Maximum number of concurrent exports per user. */
const MAX_EXPORTS = 3;

interface Export {
  userId: number;
  progress: ClipsProgress;
  abort: AbortController;
}

/** Creates clips in worker processes, one at a time across all requests, while responses are being sent. */
export function createClipService(parts: {
  store: Store;
  source: SourceService;
  folder: ClipFolder;
  log: Logger;
  /** Clips are unavailable without it. */
  transcode: Transcoder | undefined;
  joinClips?: ClipJoiner | undefined;
  /** Faces of a video to blur. @throws ReelscopeError `not_ready` if they are not known, `not_found` */
  blurOf(video: VideoRow, blur: Blur, range: PlannedClip['range']): NonNullable<PlannedClip['blur']>;
  /** Records a complete file in the histories of its videos. */
  onExported(userId: number, clips: readonly PlannedClip[], file: { format: 'clip' | 'zip'; sha256: string }): void;
}) {
  const { store, source, folder, log } = parts;
  const exports = new Map<string, Export>();
  /** Resolves when the current clip is finished. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const begin = (userId: number, { clips, export_id = randomUUID() }: ClipsRequest): Export => {
    const own = [...exports.values()].filter((each) => each.userId === userId);
    if (own.length >= MAX_EXPORTS) {
      throw new ReelscopeError('conflict', sentence('clip.busy'));
    }
    if (exports.has(export_id)) throw new ReelscopeError('conflict', sentence('clip.same-id'));
    const progress = { export_id, total: clips.length, done: 0, progress: 0 };
    const begun = { userId, progress, abort: new AbortController() };
    exports.set(export_id, begun);
    return begun;
  };

  return {
    /**
     * Creates the clips, those after the first while the response is being read; aborting `gone` or canceling the body
     * stops it.
     * @throws ReelscopeError `not_found`, `not_ready`, `invalid_request`, `conflict`, `storage_full`,
     *   `unreadable_media`; CanceledError
     */
    async make(userId: number, request: ClipsRequest, gone: AbortSignal): Promise<ClipsFile> {
      const { transcode, joinClips } = parts;
      const clips = await planClips(request.clips, {
        video: (jobId) => requireFound(store.videos.get(userId, jobId), 'video'),
        file: async (video) => (await source.open(video)).file,
        blur: (video, range) => request.blur && parts.blurOf(video, request.blur, range),
      });
      const isJoined = request.join === true && clips.length > 1;
      if (!transcode || (isJoined && !joinClips)) throw new ReelscopeError('not_ready', sentence('clip.unsupported'));
      const { progress, abort } = begin(userId, request);
      const { signal } = abort;
      let place: Awaited<ReturnType<ClipFolder['open']>> | undefined;
      const end = async () => {
        abort.abort();
        exports.delete(progress.export_id);
        gone.removeEventListener('abort', onGone);
        // The clips are valid nevertheless; the next start deletes the orphans.
        await place?.remove().catch((error: unknown) => {
          log.warn('clips could not be deleted', { reason: toError(error).message });
        });
      };
      /** The file is complete at this time; a history that can't be written must not break it. */
      const recorded = (format: 'clip' | 'zip', body: ReadableStream<Uint8Array>) =>
        hashStream(body, (sha256) => {
          try {
            parts.onExported(userId, clips, { format, sha256 });
          } catch (error) {
            log.warn('an export of clips could not be recorded', { reason: toError(error).message });
          }
        });
      const onGone = () => void end();
      gone.addEventListener('abort', onGone);

      try {
        throwIfAborted(gone);
        place = await folder.open();
        const { attempt, zipped, joined } = createClipMaker({
          clips,
          place,
          transcode,
          progress,
          signal,
          log,
          inTurn,
          resolution: request.resolution ?? '1080p',
        });
        const stem = request.title && safeTitle(request.title);
        if (isJoined && joinClips) {
          const { sizeBytes, body } = await streamOf(await joined(joinClips));
          const name = `${stem ?? safeTitle(clips[0]!.name)}.mp4`;
          return { name, mediaType: 'video/mp4', sizeBytes, body: withCleanup(recorded('clip', body), end) };
        }
        const problems: string[] = [];
        for (let number = 0; ; number++) {
          const made = await attempt(number);
          if ('problem' in made) {
            if (number + 1 === clips.length) throw made.problem;
            problems.push(`${clips[number]!.name}: ${made.problem.message}`);
            continue;
          }
          if (clips.length === 1) {
            const { sizeBytes, body } = await streamOf(made.file);
            const name = stem ? `${stem}.mp4` : clips[0]!.name;
            return { name, mediaType: 'video/mp4', sizeBytes, body: withCleanup(recorded('clip', body), end) };
          }
          const zip = makeZip(zipped({ number, file: made.file }, problems));
          return {
            name: `${stem ?? 'clips'}.zip`,
            mediaType: 'application/zip',
            sizeBytes: null,
            body: withCleanup(recorded('zip', zip), end),
          };
        }
      } catch (error) {
        await end();
        throw error;
      }
    },

    /** Returns the progress of a user's running exports. */
    progress: (userId: number): ClipsProgress[] =>
      [...exports.values()]
        .filter((each) => each.userId === userId)
        .map(({ progress }) => ({ ...progress, progress: Math.min(100, Math.round(progress.progress * 10) / 10) })),

    close(): void {
      for (const { abort } of exports.values()) abort.abort();
    },
  };
}
