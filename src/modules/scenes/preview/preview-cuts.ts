import type { CodedFrame, FrameGroup } from '../../../media/preview/frame-index.ts';
import type { KeyFrameReader, ReadPlan } from '../../../media/preview/key-frame-reader.ts';
import type { Boundary } from '../boundary.ts';
import { type FrameSummary, summarizeFrame } from '../frames/frame-summary.ts';
import { MIN_SHOT_SECONDS } from '../merge-boundaries.ts';
import { ShotDetector } from '../shot-detector.ts';
import { isOtherScene, isSameView } from './same-view.ts';
import { type SizePeak, sizePeaks } from './size-peaks.ts';

/** Confidence of a cut that sizes and a few decoded frames prove. */
const PROVEN_CONFIDENCE = 0.8;
/** Groups that are read together, so that the decoder's threads have work. */
const BATCH = 24;
/** Seconds decoded after a group, so that a cut at its end has what follows it. */
const TAIL_SECONDS = 0.6;
/** Seconds that a new shot lasts at least; a view that ends sooner may be a flash. */
const LASTING_SECONDS = 0.45;
/** Length of a group, relative to the longest, below which the key frame that ends it was placed for a reason. */
const MAX_EARLY_SHARE = 0.95;
/** Frames before a key frame, and their largest size relative to it, where nothing moves much. */
const CALM_FRAMES = 3;
const MAX_CALM_SHARE = 0.5;

export interface PreviewCutOptions {
  reader: Pick<KeyFrameReader, 'read'>;
  groups: readonly FrameGroup[];
  /** Summaries of the groups' key frames, by time; a group without one is left out. */
  keys: ReadonlyMap<number, FrameSummary>;
  /** Maximum frames to decode in whole groups. */
  maxFrames: number;
  signal?: AbortSignal | undefined;
}

interface GroupLook {
  readonly index: number;
  readonly cuts: readonly Boundary[];
  /** Whether cuts don't explain how the view changes in the group. */
  readonly isOpen: boolean;
}

/**
 * Finds shot boundaries with a fraction of the decoding. Where neighboring key frames show the same view, none of the
 * frames between them is decoded. Else those that are large enough to begin a shot are decoded alone: content that
 * they code without references, and that lasts, proves a cut. Groups that remain open are decoded in whole as far as `maxFrames` go,
 * those without any proven cut first. Boundaries are in time order.
 */
export async function previewCuts(options: PreviewCutOptions): Promise<Boundary[]> {
  const { groups, keys } = options;
  const changing = groups.flatMap(({ key }, index) => {
    const [first, next] = [keys.get(key.time), groups[index + 1]];
    if (!first) return [];
    const last = next && keys.get(next.key.time);
    return last && isSameView(first, last) ? [] : [index];
  });
  const looks: GroupLook[] = [];
  for (let from = 0; from < changing.length; from += BATCH) {
    looks.push(...(await lookAtPeaks(changing.slice(from, from + BATCH), options)));
  }
  let left = options.maxFrames;
  const open = looks.filter(({ isOpen }) => isOpen).sort((a, b) => a.cuts.length - b.cuts.length || a.index - b.index);
  const whole = new Map<number, Boundary[]>();
  for (const { index } of open) {
    const frames = groups[index]!.frames.length + 1;
    if (frames > left) continue;
    left -= frames;
    whole.set(index, await cutsOfWhole(index, options));
  }
  return merged(looks.flatMap(({ index, cuts }) => whole.get(index) ?? cuts));
}

/** Decodes the frames of groups that are large enough to begin a shot, and some after those that stand alone. */
async function lookAtPeaks(indexes: readonly number[], options: PreviewCutOptions): Promise<GroupLook[]> {
  const { groups, reader, signal } = options;
  const peaks = new Map(indexes.map((index) => [index, peaksOf(groups, index)]));
  const plans: ReadPlan[] = [];
  for (const [index, found] of peaks) {
    const { key, frames } = groups[index]!;
    const wanted = frames.filter((frame) => found.some((peak) => peak.frame === frame || isAfter(frame, peak)));
    if (wanted.length > 0) plans.push({ key, frames: wanted });
  }
  const seen = new Map<number, FrameSummary>();
  if (plans.length > 0) await reader.read(plans, (frame) => void seen.set(frame.time, summarizeFrame(frame)), signal);
  return indexes.map((index) => ({ index, ...proven(index, peaks.get(index)!, seen, options) }));
}

function peaksOf(groups: readonly FrameGroup[], index: number): SizePeak[] {
  const { key, frames } = groups[index]!;
  return sizePeaks(frames, Math.min(key.sizeBytes, groups[index + 1]?.key.sizeBytes ?? Number.POSITIVE_INFINITY));
}

/** Whether a frame shows if the view at a peak lasts. */
function isAfter({ time, isReordered }: CodedFrame, { frame }: SizePeak): boolean {
  return !isReordered && time > frame.time && time <= frame.time + LASTING_SECONDS;
}

/** Cuts of a group by the decoded frames at its peaks, and by where the encoder placed the next key frame. */
function proven(
  index: number,
  peaks: readonly SizePeak[],
  seen: ReadonlyMap<number, FrameSummary>,
  { groups, keys }: PreviewCutOptions,
): Pick<GroupLook, 'cuts' | 'isOpen'> {
  const group = groups[index]!;
  const next = groups[index + 1];
  const [last, later] = [next, groups[index + 2]].map((one) => one && keys.get(one.key.time));
  const cuts: Boundary[] = [];
  let before = keys.get(group.key.time)!;
  let isOpen = false;
  for (const { frame, time, isLone } of peaks) {
    const picture = seen.get(frame.time);
    if (!picture || !isOtherScene(before, picture)) continue;
    const after = [...seen.values()].filter((one) => one.time > frame.time && one.time <= frame.time + LASTING_SECONDS);
    const isNew = (one: FrameSummary) => isSameView(picture, one) && isOtherScene(before, one);
    // Close to the next key frame, the view must last beyond it.
    const isLasting =
      frame.time + LASTING_SECONDS <= group.end
        ? after.length > 0
        : last && isNew(last) && later && !isSameView(before, later);
    if (!isLone || !isLasting || !after.every(isNew)) {
      isOpen = true;
      continue;
    }
    cuts.push(cutAt(time));
    before = after.at(-1) ?? picture;
  }
  // Without a key frame after it, a cut remains to be proven.
  if (!last) return { cuts: [], isOpen: isOpen || cuts.length > 0 };
  if (isSameView(before, last)) return { cuts, isOpen };
  const isPlaced = isEarlyKey(groups, index + 1) && isCalmBefore(group, next!.key.sizeBytes);
  const isLasting = next!.end - next!.key.time >= LASTING_SECONDS && !(later && isSameView(before, later));
  if (!isPlaced || !isLasting || !isOtherScene(before, last)) return { cuts, isOpen: true };
  return { cuts: [...cuts, cutAt(next!.key.time)], isOpen };
}

const cutAt = (time: number): Boundary => ({
  kind: 'cut',
  start: time,
  end: time,
  time,
  confidence: PROVEN_CONFIDENCE,
});

/** Whether the encoder placed a key frame before it had to, as it does at cuts. */
function isEarlyKey(groups: readonly FrameGroup[], index: number): boolean {
  const longest = groups.reduce((most, { frames }) => Math.max(most, frames.length), 0);
  return groups[index - 1]!.frames.length < MAX_EARLY_SHARE * longest;
}

/** Whether the frames at the end of a group are small beside the next key frame: motion, which encoders mistake for cuts, is large. */
function isCalmBefore({ frames }: FrameGroup, keyBytes: number): boolean {
  const sizes = frames.filter(({ isReordered }) => !isReordered).map(({ sizeBytes }) => sizeBytes);
  return Math.max(0, ...sizes.slice(-CALM_FRAMES)) < MAX_CALM_SHARE * keyBytes;
}

/** Boundaries of a group by decoding all of it. */
async function cutsOfWhole(index: number, { groups, reader, signal }: PreviewCutOptions): Promise<Boundary[]> {
  const group = groups[index]!;
  const frames = [...group.frames, ...framesUntil(groups, index + 1, group.end + TAIL_SECONDS)];
  const detector = new ShotDetector();
  const boundaries: Boundary[] = [];
  let end = group.key.time;
  await reader.read(
    [{ key: group.key, frames }],
    (frame) => {
      end = frame.time + frame.duration;
      boundaries.push(...detector.push(summarizeFrame(frame)));
    },
    signal,
  );
  boundaries.push(...detector.finish(end));
  return boundaries.filter(({ time }) => time <= group.end + 0.001);
}

/** Frames from the group at `index` on, up to `end` seconds. */
function framesUntil(groups: readonly FrameGroup[], index: number, end: number): CodedFrame[] {
  const frames: CodedFrame[] = [];
  for (const { key, frames: rest } of groups.slice(index, index + 3)) {
    if (key.time >= end) break;
    frames.push(...[key, ...rest].filter(({ time }) => time < end));
  }
  return frames;
}

/** In time order, without the second of two that are found from both sides of a key frame. */
function merged(boundaries: readonly Boundary[]): Boundary[] {
  const ordered = boundaries.toSorted((a, b) => a.time - b.time);
  return ordered.filter(({ start }, i) => i === 0 || start > ordered[i - 1]!.end + MIN_SHOT_SECONDS);
}
