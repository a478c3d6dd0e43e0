import type { FrameGroup } from '../../../media/preview/frame-index.ts';
import type { ReadPlan } from '../../../media/preview/key-frame-reader.ts';
import type { Boundary } from '../boundary.ts';
import { type FrameSummary, summarizeFrame } from '../frames/frame-summary.ts';
import { framesAfter, isAtNextKey, LASTING_SECONDS, passingKeys } from './encoder-placed-keyframes.ts';
import type { PreviewCutContext } from './preview-cut-options.ts';
import { isOtherScene, isSameView } from './same-view.ts';
import type { SizeEvidence, SizePeak } from './size-peaks.ts';

/** Confidence of a cut that sizes and a few decoded frames prove. */
const PROVEN_CONFIDENCE = 0.8;
/** Seconds that a new shot lasts at least right before a key frame, which must show the view as well. */
const SEEN_SECONDS = 0.2;
/** Smallest share of structure that is new in a shot between key frames that are alike. */
const MIN_INTERRUPTION = 0.6;
/** Knowledge about a group of pictures. */
export interface GroupLook {
  readonly index: number;
  readonly cuts: readonly Boundary[];
  /** Whether cuts don't explain how the view changes in the group. */
  readonly isOpen: boolean;
}

/** A peak and what its decoded frames show; without a picture if the decoder could not show it. */
interface SeenPeak {
  readonly peak: SizePeak;
  readonly picture: FrameSummary | undefined;
  readonly after: readonly FrameSummary[];
}

/**
 * Decodes the frames of groups that are large enough to begin a shot, each on top of its group's key frame, and some
 * after them.
 */
export async function provenCuts(
  uncertain: readonly { index: number; evidence: SizeEvidence }[],
  options: PreviewCutContext,
): Promise<GroupLook[]> {
  const { groups, reader, signal } = options;
  // Decoders drop frames where references are missing for a second time, so that each peak needs the key frame again.
  const plans = uncertain.flatMap(({ index, evidence }): ReadPlan[] => {
    const { key, frames } = groups[index]!;
    return evidence.peaks.map((peak) => ({ key, frames: [peak.frame, ...framesAfter(frames, peak.frame.time)] }));
  });
  // With missing references, frames don't arrive in the order of their plans.
  const seen = new Map<number, FrameSummary>();
  if (plans.length > 0) await reader.read(plans, (frame) => void seen.set(frame.time, summarizeFrame(frame)), signal);
  const candidates = uncertain.flatMap(({ index }) => (isAtNextKey(index, options) ? groups[index + 1]! : []));
  const passing = await passingKeys(candidates, options);
  return uncertain.map(({ index, evidence }) => {
    const peaks = evidence.peaks.map((peak): SeenPeak => {
      const after = framesAfter(groups[index]!.frames, peak.frame.time).flatMap(({ time }) => seen.get(time) ?? []);
      return { peak, picture: seen.get(peak.frame.time), after };
    });
    return { index, ...proven(index, peaks, evidence.isComplete, passing, options) };
  });
}

/** Cuts of a group by the decoded frames at its peaks, and by where the encoder placed the next key frame. */
function proven(
  index: number,
  peaks: readonly SeenPeak[],
  isComplete: boolean,
  passing: ReadonlySet<FrameGroup>,
  context: PreviewCutContext,
): Pick<GroupLook, 'cuts' | 'isOpen'> {
  const { groups, keys } = context;
  const group = groups[index]!;
  const next = groups[index + 1];
  const [last, later] = [next, groups[index + 2]].map((one) => one && keys.get(one.key.time));
  const cuts: Boundary[] = [];
  const first = keys.get(group.key.time)!;
  const minNew = last && isSameView(first, last) ? MIN_INTERRUPTION : undefined;
  let before = first;
  let isOpen = false;
  let isSteepOnly = true;
  for (const { peak, picture, after } of peaks) {
    const { frame, time, isLone, isSteep } = peak;
    if (!picture) isOpen = true;
    if (!picture || !isOtherScene(before, picture, minNew)) continue;
    // A frame that is coded by references shows the key frame again, as a return to its view does.
    if (!isSteep && isSameView(first, picture)) continue;
    const isNew = (one: FrameSummary) => isSameView(picture, one) && isOtherScene(before, one);
    const lasts = (after.at(-1)?.time ?? frame.time) - frame.time;
    // Close to the next key frame, the view must last beyond it.
    const isLasting =
      frame.time + LASTING_SECONDS <= group.end
        ? after.length > 0
        : (isSteep || lasts >= SEEN_SECONDS) && last && isNew(last) && later && !isSameView(before, later);
    if (!isLone || !isLasting || !after.every(isNew)) {
      isOpen = true;
      continue;
    }
    cuts.push(cutAt(time));
    isSteepOnly &&= isSteep;
    before = after.at(-1) ?? picture;
  }
  if (!last) return { cuts, isOpen: isOpen || !isComplete };
  // Between two that show the same, a shot that interrupts it begins and ends; a single change is a flash.
  if (isSameView(first, last) && !isOtherScene(first, last)) {
    const returns = cuts.length > 1 && isSameView(before, last);
    return { cuts: returns ? cuts : [], isOpen: false };
  }
  if (isSameView(before, last) && !isOtherScene(before, last)) {
    // A cut between key frames that are alike needs better evidence.
    return { cuts, isOpen: isOpen || (cuts.length > 0 && isSameView(first, last)) };
  }
  const isOther = isOtherScene(before, last);
  const isLasting = next!.end - next!.key.time >= LASTING_SECONDS && !(later && isSameView(before, later));
  if (isOther && isComplete && isLasting && !passing.has(next!) && isAtNextKey(index, context))
    return { cuts: [...cuts, cutAt(next!.key.time)], isOpen };
  // The camera turned where the view changes by parts and no frame could be a cut.
  if (peaks.length === 0 && isComplete && !isOther) return { cuts, isOpen: false };
  // The camera turned, if all cuts stand out and no frame could be another.
  return { cuts, isOpen: isOpen || !isComplete || cuts.length === 0 || !isSteepOnly };
}

const cutAt = (time: number): Boundary => ({
  kind: 'cut',
  start: time,
  end: time,
  time,
  confidence: PROVEN_CONFIDENCE,
});
