import type { ClipRange } from '../../../contract/library/clips.ts';
import { MIN_CLIP_SECONDS } from '../../../contract/library/clips.ts';

export interface ClipChoice {
  /** Seconds added before and after each clip. */
  padding: number;
  /** Whether touching or overlapping clips of a video are merged. */
  join: boolean;
}

/** Minimum length of a clip in seconds, for findings at a single instant. */
const INSTANT_SECONDS = 1;

/**
 * Ranges to cut: each range with its padding, inside of its video, in the order given; a joined clip stands where its
 * first part stood. Pure.
 * @param durationOf seconds of a video; undefined when it is not known
 */
export function plannedClips(
  ranges: readonly ClipRange[],
  { padding, join }: ClipChoice,
  durationOf: (jobId: string) => number | undefined,
): ClipRange[] {
  const padded = ranges.flatMap(({ job_id, start_time, end_time }) => {
    const duration = durationOf(job_id) || Number.POSITIVE_INFINITY;
    const from = Math.max(0, Math.min(start_time - padding, duration - INSTANT_SECONDS));
    const length = end_time - start_time < MIN_CLIP_SECONDS ? INSTANT_SECONDS : 0;
    const to = Math.min(duration, Math.max(end_time, start_time + length) + padding);
    return to - from >= MIN_CLIP_SECONDS ? [{ job_id, start_time: rounded(from), end_time: rounded(to) }] : [];
  });
  if (!join) return padded;
  const clips: ClipRange[] = [];
  for (const clip of padded) {
    // Merging can close a gap between other clips, so it repeats until nothing overlaps.
    let whole = clip;
    let place = clips.length;
    for (let at = clips.findIndex((other) => touches(other, whole)); at >= 0; ) {
      const [other] = clips.splice(at, 1);
      place = Math.min(place, at);
      whole = {
        ...whole,
        start_time: Math.min(whole.start_time, other!.start_time),
        end_time: Math.max(whole.end_time, other!.end_time),
      };
      at = clips.findIndex((each) => touches(each, whole));
    }
    clips.splice(place, 0, whole);
  }
  return clips;
}

/** Total duration of all clips in seconds. */
export function totalSeconds(clips: readonly ClipRange[]): number {
  return clips.reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0);
}

function touches(a: ClipRange, b: ClipRange): boolean {
  return a.job_id === b.job_id && a.start_time <= b.end_time && b.start_time <= a.end_time;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
