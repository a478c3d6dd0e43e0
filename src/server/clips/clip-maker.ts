import { throwIfAborted } from '../../base/abort.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ClipResolution, ClipsProgress } from '../../contract/library/clips.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ClipJoiner, Transcoder } from '../workers/transcoder.ts';
import { canvasOf } from './canvas.ts';
import { type ClipFolder, streamOf } from './clip-folder.ts';
import type { PlannedClip } from './plan-clips.ts';

/** Free space required per second of a clip, plus a reserve, in bytes: above the rates of 1080p and of 8K. */
const BYTES_PER_SECOND = { '1080p': 2 * 1000 ** 2, source: 16 * 1000 ** 2 } as const;
const RESERVE_BYTES = 200 * 1000 ** 2;

/** Encodes the clips of one request and updates its `progress`. */
export function createClipMaker(parts: {
  clips: readonly PlannedClip[];
  place: Awaited<ReturnType<ClipFolder['open']>>;
  transcode: Transcoder;
  resolution: ClipResolution;
  progress: ClipsProgress;
  signal: AbortSignal;
  log: Logger;
  /** Serializes the work with that of other requests. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
}) {
  const { clips, place, transcode, resolution, progress, signal, log, inTurn } = parts;
  const seconds = clips.reduce((sum, clip) => sum + clip.end - clip.start, 0);
  let written = 0;
  const requireSpace = async (length: number): Promise<void> => {
    const free = await place.freeBytes();
    if (free < length * BYTES_PER_SECOND[resolution] + RESERVE_BYTES) {
      throw new ReelscopeError('storage_full', sentence('clip.no-space'));
    }
  };
  const write = async (clip: PlannedClip, number: number): Promise<string> => {
    throwIfAborted(signal);
    await requireSpace(clip.end - clip.start);
    const target = place.file(number);
    const { file: path, range, blur, tracks } = clip;
    await transcode(
      {
        path,
        target,
        range,
        copyVideo: false,
        isFullSize: resolution === 'source',
        background: false,
        tracks,
        ...(blur && { blur }),
      },
      {
        signal,
        onProgress: (fraction) => {
          progress.progress = (100 * (written + fraction * (clip.end - clip.start))) / seconds;
        },
      },
    );
    throwIfAborted(signal);
    return target;
  };
  /** Returns the file of a clip or the reason for its failure; throws errors that affect all clips. */
  const attempt = async (number: number): Promise<{ file: string } | { problem: Error }> => {
    const clip = clips[number]!;
    try {
      return { file: await inTurn(() => write(clip, number)) };
    } catch (thrown) {
      if (thrown instanceof CanceledError) throw thrown;
      if (thrown instanceof ReelscopeError && thrown.code === 'storage_full') throw thrown;
      log.warn('clip failed', { job_id: clip.jobId, reason: toError(thrown).message });
      return { problem: toError(thrown) };
    } finally {
      written += clip.end - clip.start;
      progress.done++;
      progress.progress = (100 * written) / seconds;
    }
  };

  async function* zipped(first: { number: number; file: string }, problems: string[]) {
    let { number, file } = first;
    for (;;) {
      // Encode the next clip while this one is being sent.
      const following = number + 1 < clips.length ? attempt(number + 1) : undefined;
      following?.catch(() => undefined);
      yield { name: clips[number]!.name, input: (await streamOf(file)).body };
      await place.removeFile(number);
      let next = await following;
      while (next && 'problem' in next) {
        problems.push(`${clips[++number]!.name}: ${next.problem.message}`);
        next = number + 1 < clips.length ? await attempt(number + 1) : undefined;
      }
      if (!next) break;
      number++;
      ({ file } = next);
    }
    if (problems.length > 0) yield { name: 'not made.txt', input: `${problems.join('\n')}\n` };
  }

  /** Joins all clips into one file. @throws ReelscopeError like {@link ClipJoiner}, `storage_full`; CanceledError */
  const joined = (join: ClipJoiner): Promise<string> =>
    inTurn(async () => {
      throwIfAborted(signal);
      await requireSpace(seconds);
      const target = place.file(0);
      const spec = {
        parts: clips.map(({ file: path, start, end, blur, tracks }) => ({
          path,
          range: { start, end },
          tracks,
          ...(blur && { blur }),
        })),
        target,
        canvas: canvasOf(clips, resolution === 'source'),
      };
      await join(spec, {
        signal,
        onProgress: (fraction) => {
          progress.progress = 100 * fraction;
          progress.done = Math.floor(fraction * clips.length);
        },
      });
      throwIfAborted(signal);
      return target;
    });

  return { attempt, zipped, joined };
}
