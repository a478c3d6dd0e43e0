import type { Boundary } from '../boundary.ts';
import { MIN_SHOT_SECONDS } from '../merge-boundaries.ts';
import { isEarlyKey, regularFrames } from './early-keys.ts';
import type { PreviewCutContext, PreviewCutOptions } from './preview-cut-options.ts';
import { type GroupLook, provenCuts } from './proven-cuts.ts';
import { isOtherScene, isSameView } from './same-view.ts';
import { type SizeEvidence, sizeEvidence } from './size-peaks.ts';
import { cutsOfWhole } from './whole-groups.ts';

/** Confidence of a cut that the sizes of frames and the views around it show. */
const SHOWN_CONFIDENCE = 0.75;
/** Groups that are read together, so that the decoder's threads have work. */
const BATCH = 24;

/** How the views at both ends of a group compare; `open` if one is missing. */
type Change = 'same' | 'similar' | 'unclear' | 'other' | 'open';

/**
 * Finds shot boundaries with a fraction of the decoding. Where neighboring key frames show the same view, none of the
 * frames between them is decoded. Where the view changes once, between groups in which it doesn't, and one frame stands out by its
 * size, that is the cut. Else frames that are large enough to begin a shot are decoded alone: content that
 * they code without references, and that lasts, proves a cut. Groups that remain open are decoded in whole as far as `maxFrames` go,
 * those without any proven cut first. Boundaries are in time order.
 */
export async function previewCuts(options: PreviewCutOptions): Promise<Boundary[]> {
  const { groups, keys } = options;
  const context = { ...options, regularFrames: regularFrames(groups) };
  const changes = groups.map((_, index) => changeOf(index, options));
  const looks: GroupLook[] = [];
  const uncertain: { index: number; evidence: SizeEvidence }[] = [];
  for (const [index, { key, frames }] of groups.entries()) {
    if (!keys.has(key.time)) continue;
    const nextBytes = groups[index + 1]?.key.sizeBytes ?? Number.POSITIVE_INFINITY;
    const evidence = sizeEvidence(frames, Math.min(key.sizeBytes, nextBytes));
    // A view that another interrupts is the same at both ends.
    if (STEADY.has(changes[index]) && !evidence.peaks.some(({ isSteep }) => isSteep)) continue;
    const shown = shownCut(changes, index, evidence, context);
    if (shown) looks.push({ index, cuts: [shown], isOpen: false });
    else uncertain.push({ index, evidence });
  }
  for (let from = 0; from < uncertain.length; from += BATCH)
    looks.push(...(await provenCuts(uncertain.slice(from, from + BATCH), context)));
  let left = options.maxFrames;
  const open = looks.filter(({ isOpen }) => isOpen).sort((a, b) => a.cuts.length - b.cuts.length || a.index - b.index);
  const whole = new Map<number, Boundary[]>();
  for (const { index } of open) {
    const frames = groups[index]!.frames.length + 1;
    if (frames > left) continue;
    left -= frames;
    whole.set(index, await cutsOfWhole(index, options));
  }
  return merged(looks.flatMap(({ index, cuts }) => [...cuts, ...(whole.get(index) ?? [])]));
}

function changeOf(index: number, { groups, keys }: PreviewCutOptions): Change {
  const [first, last] = [groups[index], groups[index + 1]].map((group) => group && keys.get(group.key.time));
  if (!first || !last) return 'open';
  if (isSameView(first, last)) return isOtherScene(first, last) ? 'similar' : 'same';
  return isOtherScene(first, last) ? 'other' : 'unclear';
}

/** The cut of a group whose only large frame explains the only change of view far and wide. */
function shownCut(
  changes: readonly Change[],
  index: number,
  { peaks: [peak, ...others], isComplete }: SizeEvidence,
  { groups, hasHiddenFrames, regularFrames: regular }: PreviewCutContext,
): Boundary | undefined {
  if (hasHiddenFrames || isEarlyKey(groups[index]!, regular)) return undefined;
  if (!peak?.isSteep || others.length > 0 || !isComplete || changes[index] !== 'other') return undefined;
  if (!STEADY.has(changes[index - 1]) || !STEADY.has(changes[index + 1])) return undefined;
  const { time } = peak;
  return { kind: 'cut', start: time, end: time, time, confidence: SHOWN_CONFIDENCE };
}

const STEADY: ReadonlySet<Change | undefined> = new Set(['same', 'similar']);

/** In time order, without the second of two that are found from both sides of a key frame. */
function merged(boundaries: readonly Boundary[]): Boundary[] {
  const ordered = boundaries.toSorted((a, b) => a.time - b.time);
  return ordered.filter(({ start }, i) => i === 0 || start > ordered[i - 1]!.end + MIN_SHOT_SECONDS);
}
