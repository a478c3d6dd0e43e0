import { makeZip } from 'client-zip';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Blur } from '../../contract/library/blur.ts';
import type { ClipsRequest } from '../../contract/library/clips.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { ClipJoiner, SideBySideWriter, Transcoder } from '../workers/transcoder.ts';
import { canvasOf } from './canvas.ts';
import { type ClipFolder, streamOf } from './clip-folder.ts';
import { createClipMaker } from './clip-maker.ts';
import { safeTitle } from './clip-names.ts';
import { type PlannedClip, planClips } from './plan-clips.ts';
import { type ClipsFile, createRunningExports, type RunningExport } from './running-exports.ts';
import { planSideBySide, type SideBySidePlan } from './side-by-side.ts';

export type ClipService = ReturnType<typeof createClipService>;

/** Creates clips in worker processes, one at a time across all requests, while responses are being sent. */
export function createClipService(parts: {
  store: Store;
  source: SourceService;
  folder: ClipFolder;
  log: Logger;
  /** Clips are unavailable without it. */
  transcode: Transcoder | undefined;
  joinClips?: ClipJoiner | undefined;
  writeSideBySide?: SideBySideWriter | undefined;
  /** Faces of a video to blur. @throws ReelscopeError `not_ready` if they are not known, `not_found` */
  blurOf(video: VideoRow, blur: Blur, range: PlannedClip['range']): NonNullable<PlannedClip['blur']>;
  /** Records a complete file in the histories of its videos. */
  onExported(userId: number, clips: readonly PlannedClip[], file: { format: 'clip' | 'zip'; sha256: string }): void;
}) {
  const { store, source, folder, log, transcode, joinClips, writeSideBySide } = parts;
  const exports = createRunningExports({ folder, log });
  const queue = createKeyedQueue<'clip'>();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => queue.run('clip', work);
  const sourcesOf = (userId: number, blur: Blur | undefined) => ({
    video: (jobId: string) => requireVideo(store, userId, jobId),
    file: async (video: VideoRow) => (await source.open(video)).file,
    blur: (video: VideoRow, range: PlannedClip['range']) => blur && parts.blurOf(video, blur, range),
  });
  const makerOf = (running: RunningExport, resolution: ClipsRequest['resolution'] = '1080p') =>
    createClipMaker({ ...running, resolution, log, inTurn });
  const fileOf = async (path: string, name: string): Promise<ClipsFile> => ({
    name,
    mediaType: 'video/mp4',
    ...(await streamOf(path)),
  });

  return {
    /**
     * Creates the clips, those after the first while the response is being read; aborting `gone` or canceling the body
     * stops it.
     * @throws ReelscopeError `not_found`, `not_ready`, `invalid_request`, `conflict`, `storage_full`,
     *   `unreadable_media`; CanceledError
     */
    async make(userId: number, request: ClipsRequest, gone: AbortSignal): Promise<ClipsFile> {
      const clips = await planClips(request.clips, sourcesOf(userId, request.blur));
      const isJoined = request.join === true && clips.length > 1;
      if (!transcode || (isJoined && !joinClips)) throw new ReelscopeError('not_ready', sentence('clip.unsupported'));
      const stem = request.title && safeTitle(request.title);
      const options = { total: clips.length, exportId: request.export_id, gone };
      const format = clips.length === 1 || isJoined ? 'clip' : 'zip';
      const record = (sha256: string) => parts.onExported(userId, clips, { format, sha256 });
      return exports.run(userId, options, record, async (running) => {
        const { attempt, zipped, joined } = makerOf(running, request.resolution).ofClips(clips, transcode);
        if (isJoined && joinClips) {
          const canvas = canvasOf(clips, request.resolution === 'source');
          return fileOf(await joined(joinClips, canvas), `${stem ?? safeTitle(clips[0]!.name)}.mp4`);
        }
        const problems: string[] = [];
        for (let number = 0; ; number++) {
          const made = await attempt(number);
          if ('problem' in made) {
            if (number + 1 === clips.length) throw made.problem;
            problems.push(`${clips[number]!.name}: ${made.problem.message}`);
            continue;
          }
          if (clips.length === 1) return fileOf(made.file, stem ? `${stem}.mp4` : clips[0]!.name);
          const body = makeZip(zipped({ number, file: made.file }, problems));
          return { name: `${stem ?? 'clips'}.zip`, mediaType: 'application/zip', sizeBytes: null, body };
        }
      });
    },

    /**
     * Writes recordings of an event beside one another as one clip; aborting `gone` or canceling the body stops it.
     * @throws ReelscopeError as `make`
     */
    async sideBySide(userId: number, plan: SideBySidePlan, gone: AbortSignal): Promise<ClipsFile> {
      if (!writeSideBySide) throw new ReelscopeError('not_ready', sentence('clip.unsupported'));
      const { clips, spec } = await planSideBySide(plan, (blur) => sourcesOf(userId, blur));
      const options = { total: 1, exportId: plan.exportId, gone };
      const record = (sha256: string) => parts.onExported(userId, clips, { format: 'clip', sha256 });
      return exports.run(userId, options, record, async (running) => {
        const seconds = plan.range.end - plan.range.start;
        const { whole } = makerOf(running, plan.resolution);
        const path = await whole(seconds, (target, how) => writeSideBySide({ ...spec, target }, how));
        return fileOf(path, `${safeTitle(plan.title)}.mp4`);
      });
    },

    /** Returns the progress of a user's running exports. */
    progress: exports.progress,
    close: exports.close,
  };
}
