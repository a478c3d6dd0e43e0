import type { CodedFrame } from '../../../media/preview/frame-index.ts';

/** Neighbors on either side to which a frame is compared. */
const MAX_NEIGHBORS = 8;
/** Nearest neighbors, among which a cut stands alone; motion makes several frames large. */
const MAX_NEAR_NEIGHBORS = 3;
/** Minimum size relative to the median neighbor, and to a key frame: a new shot is coded almost without references. */
const MIN_RISE = 1.25;
const MIN_KEY_SHARE = 0.25;
/**
 * Size relative to the largest near neighbor, and to a key frame, of a peak that stands alone; or to the neighbor only.
 */
const LONE_RISE = 1.2;
const LONE_KEY_SHARE = 0.45;
const SURE_RISE = 2;
/** The same of a peak that nothing but a cut or a flash makes. */
const STEEP_RISE = 3;
const STEEP_KEY_SHARE = 0.3;
/** The same of a frame that begins a shot with little in it, such as a title on a plain ground. */
const PLAIN_RISE = 4;
const PLAIN_KEY_SHARE = 0.04;
/** Size relative to a key frame above which the frames of a group could hide that of a cut. */
const MAX_HIDING_SHARE = 0.3;

/** A frame that may begin a shot, by its size. */
export interface SizePeak {
  readonly frame: CodedFrame;
  /** Seconds at which the shot would begin: B-frames before a new shot's first coded frame show it as well. */
  readonly time: number;
  /** Whether it stands alone, as cuts do and motion does not. */
  readonly isLone: boolean;
  /** Whether it stands out so far that only a cut, a flash, or something that covers the picture can be the reason. */
  readonly isSteep: boolean;
}

/** Evidence in the sizes of a group's frames. */
export interface SizeEvidence {
  readonly peaks: readonly SizePeak[];
  /** Whether all other frames are so small that a cut would be among the peaks. */
  readonly isComplete: boolean;
}

/**
 * Frames of a group that are larger than their neighbors. B-frames are left out: they take their content from other
 * frames. Pure.
 * @param frames of a group in presentation order, without its key frame
 * @param keyBytes size of the smaller key frame around them
 */
export function sizeEvidence(frames: readonly CodedFrame[], keyBytes: number): SizeEvidence {
  const coded = frames.filter(({ isReordered }) => !isReordered);
  const peaks: SizePeak[] = [];
  let isComplete = true;
  for (const [index, frame] of coded.entries()) {
    const { sizeBytes } = frame;
    const share = sizeBytes / keyBytes;
    if (share < PLAIN_KEY_SHARE) continue;
    const sizesWithin = (count: number) =>
      coded
        .slice(Math.max(0, index - count), index + count + 1)
        .flatMap((one) => (one === frame ? [] : [one.sizeBytes]));
    const rise = sizeBytes / Math.max(1, ...sizesWithin(MAX_NEAR_NEIGHBORS));
    const isLarge =
      share >= MIN_KEY_SHARE &&
      sizeBytes >= Math.max(0, ...sizesWithin(1)) &&
      sizeBytes >= MIN_RISE * median(sizesWithin(MAX_NEIGHBORS));
    if (isLarge || rise >= PLAIN_RISE) {
      peaks.push({
        frame,
        time: firstShown(frames, coded[index - 1], frame),
        isLone: rise >= SURE_RISE || (rise >= LONE_RISE && share >= LONE_KEY_SHARE),
        isSteep: rise >= STEEP_RISE && share >= STEEP_KEY_SHARE,
      });
    } else if (share > MAX_HIDING_SHARE) isComplete = false;
  }
  return { peaks, isComplete };
}

/** Encoders end a run of B-frames before a new shot: it begins with the first of the run that the large frame ends. */
function firstShown(frames: readonly CodedFrame[], before: CodedFrame | undefined, frame: CodedFrame): number {
  const start = before ? frames.indexOf(before) + 1 : 0;
  return frames[start]?.time ?? frame.time;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
