import type { CodedFrame, FrameGroup } from '../../../media/preview/frame-index.ts';
import type { Boundary } from '../boundary.ts';
import { summarizeFrame } from '../frames/frame-summary.ts';
import { ShotDetector } from '../shot-detector.ts';
import type { PreviewCutOptions } from './preview-cut-options.ts';

/** Seconds decoded after a group, so that a cut at its end has what follows it. */
const TAIL_SECONDS = 0.6;

/** Frames to decode for the boundaries of a group, besides its key frame. Pure. */
export function framesOfWhole(index: number, groups: readonly FrameGroup[]): CodedFrame[] {
  const group = groups[index]!;
  return [...group.frames, ...framesUntil(groups, index + 1, group.end + TAIL_SECONDS)];
}

/** Boundaries of a group by decoding all of it. */
export async function cutsOfWhole(
  index: number,
  { groups, reader, signal }: Pick<PreviewCutOptions, 'groups' | 'reader' | 'signal'>,
): Promise<Boundary[]> {
  const group = groups[index]!;
  const frames = framesOfWhole(index, groups);
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
