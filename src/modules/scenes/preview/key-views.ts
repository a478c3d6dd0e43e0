import type { CodedFrame, FrameGroup } from '../../../media/preview/frame-index.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { isEarlyKey, regularFrames } from './early-keyframes.ts';
import { isSameView } from './same-view.ts';
import { sizeEvidence } from './size-peaks.ts';

/** Seconds between decoded key frames, where groups are as short as that. */
const MAX_GAP_SECONDS = 10;
/** Sizes of two key frames of one view differ by less than this share. */
const MAX_SIZE_CHANGE = 0.1;

export interface KeyViews {
  /** Summaries of the decoded key frames, in time order. */
  readonly seen: readonly FrameSummary[];
  /**
   * View at each key frame, by its time: of the decoded one before it where nothing changes; nothing where decoding
   * failed.
   */
  readonly views: ReadonlyMap<number, FrameSummary>;
}

/**
 * Views at the key frames of a video. Where the sizes of frames leave no room for a cut, only the first and the last
 * key frame are decoded, and those between them only as far as these two differ.
 * @param decode decodes key frames, given in time order
 */
export async function keyViews(
  groups: readonly FrameGroup[],
  decode: (keys: readonly CodedFrame[]) => Promise<readonly FrameSummary[]>,
): Promise<KeyViews> {
  const seen = new Map<number, FrameSummary>();
  const views = new Map<number, FrameSummary>();
  const viewAt = (index: number) => seen.get(groups[index]!.key.time);
  const ends = endsOfQuietRuns(groups);
  let spans = ends.slice(1).map((to, i): [from: number, to: number] => [ends[i]!, to]);
  for (let wanted = ends; wanted.length > 0; ) {
    for (const summary of await decode(wanted.map((index) => groups[index]!.key))) seen.set(summary.time, summary);
    spans = spans.flatMap(([from, to]): [number, number][] => {
      if (to - from < 2) return [];
      const [first, last] = [viewAt(from), viewAt(to)];
      const middle = (from + to) >> 1;
      if (!first || !last || !isSameView(first, last))
        return [
          [from, middle],
          [middle, to],
        ];
      for (const { key } of groups.slice(from + 1, to)) views.set(key.time, first);
      return [];
    });
    wanted = spans.filter((_, i) => i % 2 === 0).map(([, middle]) => middle);
  }
  for (const summary of seen.values()) views.set(summary.time, summary);
  return { seen: [...seen.values()].sort((a, b) => a.time - b.time), views };
}

/**
 * Indexes of the groups between which nothing changes by the sizes of frames, ascending: the first, the last, and all
 * in between that may.
 */
function endsOfQuietRuns(groups: readonly FrameGroup[]): number[] {
  const regular = regularFrames(groups);
  const ends: number[] = [];
  for (const [index, { key }] of groups.entries()) {
    const before = groups[index - 1];
    const open = groups[ends.at(-1) ?? 0]!.key.time;
    const next = groups[index + 1];
    const isInside = before && next && isQuiet(before, key, regular) && isQuiet(groups[index]!, next.key, regular);
    if (!isInside || next.key.time - open > MAX_GAP_SECONDS) ends.push(index);
  }
  return ends;
}

/** Whether no frame of a group could begin a shot, nor the key frame after it. */
function isQuiet(group: FrameGroup, next: CodedFrame, regular: number): boolean {
  const [less, more] = [group.key.sizeBytes, next.sizeBytes].sort((a, b) => a - b) as [number, number];
  if (group.frames.length === 0 || isEarlyKey(group, regular) || less < (1 - MAX_SIZE_CHANGE) * more) return false;
  const { peaks, isComplete } = sizeEvidence(group.frames, less);
  return isComplete && peaks.length === 0;
}
