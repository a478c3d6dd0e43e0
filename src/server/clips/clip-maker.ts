import { throwIfAborted } from '../../base/abort.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ClipResolution } from '../../contract/library/clips.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ClipJoiner, Transcoder } from '../workers/transcoder.ts';
import { streamOf } from './clip-folder.ts';
import type { PlannedClip } from './plan-clips.ts';
import type { RunningExport } from './running-exports.ts';

/** Free space required per second of a clip, plus a reserve, in bytes: above the rates of 1080p and of 8K. */
const BYTES_PER_SECOND = { '1080p': 2 * 1000 ** 2, source: 16 * 1000 ** 2 } as const;
const RESERVE_BYTES = 200 * 1000 ** 2;

/** Encodes the clips of one request and updates its `progress`. */
export function createClipMaker(
  parts: RunningExport & {
    resolution: ClipResolution;
    log: Logger;
    /** Serializes the work with that of other requests. */
    inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
  },
) {
  const { place, resolution, progress, signal, inTurn } = parts;
  const requireSpace = async (length: number): Promise<void> => {
    const free = await place.freeBytes();
    if (free < length * BYTES_PER_SECOND[resolution] + RESERVE_BYTES) {
      throw new ReelscopeError('storage_full', sentence('clip.no-space'));
    }
  };
  /** Writes one file of so many seconds. @throws ReelscopeError `storage_full`, and as `write`; CanceledError */
  const whole = (
    seconds: number,
    write: (target: string, how: Parameters<ClipJoiner>[1]) => Promise<unknown>,
  ): Promise<string> =>
    inTurn(async () => {
      throwIfAborted(signal);
      await requireSpace(seconds);
      const target = place.file(0);
      const onProgress = (fraction: number) => {
        progress.progress = 100 * fraction;
        progress.done = Math.floor(fraction * progress.total);
      };
      await write(target, { signal, onProgress });
      throwIfAborted(signal);
      return target;
    });
  return {
    whole,
    ofClips: (clips: readonly PlannedClip[], transcode: Transcoder) =>
      createClipWriter({ ...parts, clips, transcode, requireSpace, whole }),
  };
}

function createClipWriter(
  parts: Parameters<typeof createClipMaker>[0] & {
    clips: readonly PlannedClip[];
    transcode: Transcoder;
    requireSpace(length: number): Promise<void>;
    whole: ReturnType<typeof createClipMaker>['whole'];
  },
) {
  const { clips, place, transcode, resolution, progress, signal, log, inTurn, requireSpace, whole } = parts;
  const seconds = clips.reduce((sum, clip) => sum + clip.end - clip.start, 0);
  let written = 0;
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
  const joined = (join: ClipJoiner, canvas: Parameters<ClipJoiner>[0]['canvas']): Promise<string> => {
    const joinedParts = clips.map(({ file: path, start, end, blur, tracks }) => ({
      path,
      range: { start, end },
      tracks,
      ...(blur && { blur }),
    }));
    return whole(seconds, (target, how) => join({ parts: joinedParts, target, canvas }, how));
  };

  return { attempt, zipped, joined };
}
