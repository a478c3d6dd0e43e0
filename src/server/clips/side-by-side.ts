import type { Blur } from '../../contract/library/blur.ts';
import type { ClipResolution } from '../../contract/library/clips.ts';
import { type Placed, type RecordingClock, recordedRange } from '../../core/events/clock.ts';
import type { SideBySideWriter } from '../workers/transcoder.ts';
import { evenSize, FULL_HD, mostFrame, scaleToFit } from './canvas.ts';
import { type PlannedClip, planClips } from './plan-clips.ts';

/** Recordings of an event beside one another. */
export interface SideBySidePlan {
  title: string;
  /** Seconds on the clock of the event. */
  range: PlannedClip['range'];
  rate: { num: number; den: number };
  tiles: readonly EventPart[];
  /** Recording with the sound; null for silence. */
  sound: EventPart | null;
  /** Second line of a gap, below the name of the recording. */
  gapText: string;
  resolution?: ClipResolution | undefined;
  blur?: Blur | undefined;
  exportId?: string | undefined;
}

/** A recording on the clock of its event. */
interface EventPart {
  jobId: string;
  name: string;
  clock: Placed<RecordingClock>;
}

type Spec = Omit<Parameters<SideBySideWriter>[0], 'target'>;

/** Largest frame with `source`: 2160p. */
const MAX_FRAME = { long: 3840, short: 2160 } as const;
const DEFAULT_FRAME = { width: 1280, height: 720 };

/** Resolves the files of a plan, and lays out its pictures. @throws as {@link planClips} */
export async function planSideBySide(
  plan: SideBySidePlan,
  sourcesOf: (blur: Blur | undefined) => Parameters<typeof planClips>[1],
): Promise<{ clips: PlannedClip[]; spec: Spec }> {
  const { tiles, sound, range, rate, gapText } = plan;
  const clipOf = async (parts: readonly EventPart[], blur: Blur | undefined) => {
    const running = parts.flatMap(({ jobId, clock }) => {
      const own = recordedRange(clock, range);
      return own ? [{ job_id: jobId, start_time: own.start, end_time: own.end }] : [];
    });
    return new Map((await planClips(running, sourcesOf(blur))).map((clip) => [clip.jobId, clip]));
  };
  const seen = await clipOf(tiles, plan.blur);
  const soundClip = sound && (seen.get(sound.jobId) ?? (await clipOf([sound], undefined)).get(sound.jobId));
  const clips = [...seen.values(), ...(soundClip && !seen.has(soundClip.jobId) ? [soundClip] : [])];
  const { columns, tile } = layoutOf([...seen.values()], tiles.length, plan.resolution === 'source');
  const fileOf = ({ file: path, tracks }: PlannedClip, { clock }: EventPart) => ({ path, tracks, clock });
  return {
    clips,
    spec: {
      range,
      rate,
      columns,
      tile,
      tiles: tiles.map((part) => {
        const clip = seen.get(part.jobId);
        const gapLines = [part.name, gapText];
        return clip
          ? { file: fileOf(clip, part), gapLines, ...(clip.blur && { blur: clip.blur }) }
          : { file: null, gapLines };
      }),
      sound: sound && soundClip ? fileOf(soundClip, sound) : null,
    },
  };
}

/**
 * Grid for some pictures, of which each tile has the shape that most of them have: upright ones stand in a row, others
 * two by two. Pure.
 */
function layoutOf(
  clips: readonly Pick<PlannedClip, 'frame' | 'start' | 'end'>[],
  count: number,
  isFullSize = false,
): { columns: number; tile: { width: number; height: number } } {
  const frame = mostFrame(clips) ?? DEFAULT_FRAME;
  const columns = frame.height > frame.width ? count : Math.min(2, count);
  const rows = Math.ceil(count / columns);
  const canvas = { width: frame.width * columns, height: frame.height * rows };
  const scale = scaleToFit(canvas, isFullSize ? MAX_FRAME : FULL_HD);
  return { columns, tile: evenSize(frame, scale) };
}
