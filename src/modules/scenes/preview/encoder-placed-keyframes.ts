import type { CodedFrame, FrameGroup } from '../../../media/preview/frame-index.ts';
import { type FrameSummary, summarizeFrame } from '../frames/frame-summary.ts';
import { isEarlyKey } from './early-keyframes.ts';
import type { PreviewCutContext } from './preview-cut-options.ts';
import { isSameView } from './same-view.ts';

/** Seconds that a new shot lasts at least; a view that ends sooner may be a flash. */
export const LASTING_SECONDS = 0.45;
/** Frames before a key frame, and their largest size relative to it, where nothing moves much. */
const CALM_FRAMES = 3;
const MAX_CALM_SHARE = 0.5;
/** Size relative to the key frame before it, from which a frame may show another view. */
const MIN_OTHER_SHARE = 0.25;
/**
 * Bytes of all frames of a group relative to the smaller key frame beside it, below which they can't have coded another
 * scene.
 */
const MAX_UNCHANGED_SHARE = 0.25;

/**
 * Whether a change of scene in the group at `index` comes with the key frame after it, by where that is and by sizes.
 * Pure.
 */
export function isAtNextKey(index: number, { groups, regularFrames }: PreviewCutContext): boolean {
  const [group, next] = [groups[index]!, groups[index + 1]];
  if (!next) return false;
  return isUnchanged(group, next.key) || (isEarlyKey(group, regularFrames) && isCalmBefore(group, next.key));
}

/** Frames in time order that show if the view at a time lasts. Pure. */
export function framesAfter(frames: readonly CodedFrame[], from: number): CodedFrame[] {
  return frames.filter(({ time, isReordered }) => !isReordered && time > from && time <= from + LASTING_SECONDS);
}

/**
 * Of key frames at which a scene may begin, those whose view ends soon after, as at a flash; some frames after them are
 * decoded.
 */
export async function passingKeys(
  candidates: readonly FrameGroup[],
  { keys, reader, signal }: PreviewCutContext,
): Promise<ReadonlySet<FrameGroup>> {
  const isLarge = (group: FrameGroup) => (one: CodedFrame) => one.sizeBytes >= MIN_OTHER_SHARE * group.key.sizeBytes;
  const uncertain = candidates
    .map((group) => ({ group, after: framesAfter(group.frames, group.key.time) }))
    .filter(({ group, after }) => after.some(isLarge(group)));
  const plans = uncertain.map(({ group, after }) => ({ key: group.key, frames: after }));
  const seen = new Map<number, FrameSummary>();
  if (plans.length > 0) await reader.read(plans, (frame) => void seen.set(frame.time, summarizeFrame(frame)), signal);
  const passes = uncertain.filter(({ group, after }) => {
    const view = seen.get(group.key.time) ?? keys.get(group.key.time);
    return view && after.some(({ time }) => seen.has(time) && !isSameView(view, seen.get(time)!));
  });
  return new Set(passes.map(({ group }) => group));
}

/**
 * Whether the frames at the end of a group are small beside the next key frame: motion, which encoders mistake for
 * cuts, is large.
 */
function isCalmBefore({ frames }: FrameGroup, next: CodedFrame): boolean {
  const sizes = frames.filter(({ isReordered }) => !isReordered).map(({ sizeBytes }) => sizeBytes);
  return Math.max(0, ...sizes.slice(-CALM_FRAMES)) < MAX_CALM_SHARE * next.sizeBytes;
}

/** Whether the frames of a group have too few bytes for a change of scene. */
function isUnchanged({ key, frames }: FrameGroup, next: CodedFrame): boolean {
  const bytes = frames.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return bytes < MAX_UNCHANGED_SHARE * Math.min(key.sizeBytes, next.sizeBytes);
}
