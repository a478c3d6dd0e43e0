import type { Boundary } from '../boundary.ts';
import { MIN_SHOT_SECONDS } from '../merge-boundaries.ts';
import { isEarlyKey, regularFrames } from './early-keyframes.ts';
import { cutsOfWhole, framesOfWhole } from './gop-decoding.ts';
import type { PreviewCutContext, PreviewCutOptions } from './preview-cut-options.ts';
import { type GroupLook, provenCuts } from './proven-cuts.ts';
import { isOtherScene, isSameView } from './same-view.ts';
import { type SizeEvidence, sizeEvidence } from './size-peaks.ts';

/** Confidence of a cut that the sizes of frames and the views around it show. */
const SHOWN_CONFIDENCE = 0.75;
/** Groups that are read together, so that the decoder's threads have work. */
const BATCH = 24;

/** How the views at both ends of a group compare; `open` if one is missing. */
type Change = 'same' | 'similar' | 'unclear' | 'other' | 'open';

/**
 * Finds shot boundaries with a fraction of the decoding. Where neighboring key frames show the same view, none of the
 * frames between them is decoded. Where the view changes and one frame stands out by its size, that is the cut, if the
 * groups around don't change or do so in the same way. Else frames that are large enough to begin a shot are decoded
 * alone: content that they code without references, and that lasts, proves a cut. Groups that remain open are decoded
 * in whole as far as `maxFrames` go, those without any proven cut first; what that shows replaces what was inferred.
 * Boundaries are in time order.
 */
export async function previewCuts(options: PreviewCutOptions): Promise<Boundary[]> {
  const { groups, keys } = options;
  const context = { ...options, regularFrames: regularFrames(groups) };
  const changes = groups.map((_, index) => changeOf(index, options));
  const evidence = groups.map(({ key, frames }, index) => {
    const nextBytes = groups[index + 1]?.key.sizeBytes ?? Number.POSITIVE_INFINITY;
    return sizeEvidence(frames, Math.min(key.sizeBytes, nextBytes));
  });
  const lone = groups.map((_, index) => lonePeak(changes[index], index, evidence[index]!, context));
  const groupLooks: GroupLook[] = [];
  const uncertain: { index: number; evidence: SizeEvidence }[] = [];
  for (const [index, { key }] of groups.entries()) {
    if (!keys.has(key.time)) continue;
    const isSteady = (at: number) => STEADY.has(changes[at]);
    // A view that another interrupts is the same at both ends.
    if (isSteady(index) && !evidence[index]!.peaks.some(({ isSteep }) => isSteep)) continue;
    const isExplained = [index - 1, index + 1].every((at) => isSteady(at) || lone[at] !== undefined);
    const shown = isExplained ? lone[index] : undefined;
    if (shown === undefined) uncertain.push({ index, evidence: evidence[index]! });
    else groupLooks.push({ index, cuts: [shownCut(shown)], isOpen: false });
  }
  for (let from = 0; from < uncertain.length; from += BATCH)
    groupLooks.push(...(await provenCuts(uncertain.slice(from, from + BATCH), context)));
  let left = options.maxFrames;
  // Where the view changes before and after as well, the camera is likely to turn.
  const changing = ({ index }: GroupLook) => [index - 1, index + 1].filter((at) => !STEADY.has(changes[at])).length;
  const open = groupLooks
    .filter(({ isOpen }) => isOpen)
    .sort((a, b) => a.cuts.length - b.cuts.length || changing(a) - changing(b) || a.index - b.index);
  const whole = new Map<number, Boundary[]>();
  for (const { index } of open) {
    const frames = 1 + framesOfWhole(index, groups).length;
    if (frames > left) continue;
    left -= frames;
    whole.set(index, await cutsOfWhole(index, options));
  }
  return merged(
    groupLooks.flatMap(({ index, cuts }) => {
      const found = whole.get(index);
      if (!found) return cuts;
      // Frames that are all decoded are better evidence, but for a cut with too little before it.
      const start = groups[index]!.key.time + MIN_SHOT_SECONDS;
      return [...cuts.filter(({ time }) => time < start), ...found];
    }),
  );
}

function changeOf(index: number, { groups, keys }: PreviewCutOptions): Change {
  const [first, last] = [groups[index], groups[index + 1]].map((group) => group && keys.get(group.key.time));
  if (!first || !last) return 'open';
  if (isSameView(first, last)) return isOtherScene(first, last) ? 'similar' : 'same';
  return isOtherScene(first, last) ? 'other' : 'unclear';
}

/**
 * Time of the only large frame of a group, which explains that the view changes in it; undefined if there is another
 * explanation.
 */
function lonePeak(
  change: Change | undefined,
  index: number,
  { peaks: [peak, ...others], isComplete }: SizeEvidence,
  { groups, hasHiddenFrames, regularFrames: regular }: PreviewCutContext,
): number | undefined {
  if (hasHiddenFrames || isEarlyKey(groups[index]!, regular)) return undefined;
  return peak?.isSteep && others.length === 0 && isComplete && change === 'other' ? peak.time : undefined;
}

const shownCut = (time: number): Boundary => ({
  kind: 'cut',
  start: time,
  end: time,
  time,
  confidence: SHOWN_CONFIDENCE,
});

const STEADY: ReadonlySet<Change | undefined> = new Set(['same', 'similar']);

/** In time order, without the second of two that are found from both sides of a key frame. */
function merged(boundaries: readonly Boundary[]): Boundary[] {
  const ordered = boundaries.toSorted((a, b) => a.time - b.time);
  return ordered.filter(({ start }, i) => i === 0 || start > ordered[i - 1]!.end + MIN_SHOT_SECONDS);
}
