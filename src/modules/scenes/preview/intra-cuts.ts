import type { FrameGroup } from '../../../media/preview/frame-index.ts';
import type { KeyFrameReader } from '../../../media/preview/key-frame-reader.ts';
import type { Boundary } from '../boundary.ts';
import { type FrameSummary, summarizeFrame } from '../frames/frame-summary.ts';
import { isOtherScene, isSameView } from './same-view.ts';

/** Seconds between the frames that are looked at where every frame could be. */
const SAMPLE_SECONDS = 2;
const CONFIDENCE = 0.7;

/** Groups of a video whose frames are all key frames, thinned out to one group in two seconds. Pure. */
export function sampledGroups(groups: readonly FrameGroup[]): FrameGroup[] {
  const sampled: { key: FrameGroup['key']; frames: FrameGroup['frames'][number][]; end: number }[] = [];
  for (const { key, frames, end } of groups) {
    const open = sampled.at(-1);
    if (!open || key.time - open.key.time >= SAMPLE_SECONDS) sampled.push({ key, frames: [...frames], end });
    else {
      open.frames.push(key, ...frames);
      open.end = end;
    }
  }
  return sampled;
}

/** Finds cuts between samples of a video whose frames can all be decoded alone, by bisection. One cut in each group. */
export async function intraCuts(
  groups: readonly FrameGroup[],
  keys: ReadonlyMap<number, FrameSummary>,
  reader: Pick<KeyFrameReader, 'read'>,
  signal?: AbortSignal,
): Promise<Boundary[]> {
  const cuts: Boundary[] = [];
  for (const [index, group] of groups.entries()) {
    const next = groups[index + 1];
    const [first, last] = [keys.get(group.key.time), next && keys.get(next.key.time)];
    if (!first || !last || !isOtherScene(first, last)) continue;
    const frames = group.frames.filter(({ isKey }) => isKey);
    let [from, to] = [-1, frames.length];
    let [before, after] = [first, last];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const summaries: FrameSummary[] = [];
      await reader.read(
        [{ key: frames[middle]!, frames: [] }],
        (frame) => void summaries.push(summarizeFrame(frame)),
        signal,
      );
      const [seen] = summaries;
      if (!seen) break;
      if (isSameView(before, seen)) [from, before] = [middle, seen];
      else [to, after] = [middle, seen];
    }
    // A camera that turned away has no instant at which the view changed.
    if (!isOtherScene(before, after)) continue;
    const time = to < frames.length ? frames[to]!.time : next!.key.time;
    cuts.push({ kind: 'cut', start: time, end: time, time, confidence: CONFIDENCE });
  }
  return cuts;
}
