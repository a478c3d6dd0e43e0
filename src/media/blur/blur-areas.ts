import type { Region } from '../../contract/search/visual.ts';
import type { FaceSample, FaceTrack } from './face-track.ts';

/** Margin on each side, as a fraction of the face's width and height: hair, ears, and chin identify a person, too. */
const MARGIN = 0.3;
/** Time around a frame in which the face may be, because stills and frames are timed to some milliseconds only. */
const TOLERANCE_SECONDS = 0.1;
/** A face is expected this long before its first and after its last sample, which is more than two stills are apart. */
const HOLD_SECONDS = 1.2;
/** Samples that are further apart don't say where the face was between them. */
const MAX_BRIDGE_SECONDS = 3;
/**
 * Additional margin between two samples, as a fraction of the distance that the face moved: it may speed up or slow
 * down.
 */
const MOTION_MARGIN = 0.25;
/** A face that is not seen moves up to this much faster than between its nearest samples. */
const MAX_SPEEDUP = 2;
/**
 * Time for which the direction of a face that is not seen is believed: in a fast pan, the area would soon be the whole
 * frame.
 */
const MAX_STEER_SECONDS = 0.5;
/** Additional margin of a face that may move unseen, as a fraction of its size per second. */
const DRIFT_PER_SECOND = 0.4;

/**
 * Areas to blur in the frame of a time: every face with a margin, interpolated between its samples, held before and
 * after them and in gaps, in the direction in which it moved. Pure.
 * @param time seconds of the source
 * @returns fractions of the upright frame, inside it
 */
export function blurAreas(tracks: readonly FaceTrack[], time: number): Region[] {
  return tracks.flatMap(({ samples }) => {
    const boxes = [time - TOLERANCE_SECONDS, time, time + TOLERANCE_SECONDS].flatMap((each) => boxesAt(samples, each));
    if (boxes.length === 0) return [];
    const area = insideFrame(union(boxes));
    return area.width > 0 && area.height > 0 ? [area] : [];
  });
}

/** Boxes with margin that a face may fill at a time; none outside of its track. */
function boxesAt(samples: readonly FaceSample[], time: number): Region[] {
  const next = firstAfter(samples, time);
  const before = samples[next - 1];
  const after = samples[next];
  if (before && after && after.time - before.time <= MAX_BRIDGE_SECONDS) return [between(before, after, time)];
  return [
    ...(before ? held(before, samples[next - 2], time) : []),
    ...(after ? held(after, samples[next + 1], time) : []),
  ];
}

/** Index of the first sample after a time, by bisection. */
function firstAfter(samples: readonly FaceSample[], time: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.time > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The interpolated box, wider the further the face moved, and the longer it was not seen. */
function between(before: FaceSample, after: FaceSample, time: number): Region {
  const box = mix(before, after, time);
  const unseen = DRIFT_PER_SECOND * Math.min(time - before.time, after.time - time);
  const moved = {
    x: Math.abs(center(after.box).x - center(before.box).x),
    y: Math.abs(center(after.box).y - center(before.box).y),
  };
  return widen(box, {
    x: (MARGIN + unseen) * box.width + MOTION_MARGIN * moved.x,
    y: (MARGIN + unseen) * box.height + MOTION_MARGIN * moved.y,
  });
}

/**
 * Boxes of a face near its first or last sample: where it was, and where it moves if it continues.
 * @param inner the next sample inside the track
 */
function held(outer: FaceSample, inner: FaceSample | undefined, time: number): Region[] {
  const distance = Math.abs(time - outer.time);
  if (distance > HOLD_SECONDS) return [];
  const unseen = MARGIN + DRIFT_PER_SECOND * distance;
  const isKnown = inner !== undefined && Math.abs(inner.time - outer.time) <= MAX_BRIDGE_SECONDS;
  const steered = Math.sign(time - outer.time) * Math.min(distance, MAX_STEER_SECONDS);
  const boxes = isKnown ? [outer.box, mix(outer, inner, outer.time + MAX_SPEEDUP * steered)] : [outer.box];
  return boxes.map((box) => widen(box, { x: unseen * outer.box.width, y: unseen * outer.box.height }));
}

/** Box on the line through two samples; sizes never get smaller than the smaller one. */
function mix(one: FaceSample, other: FaceSample, time: number): Region {
  const part = (time - one.time) / (other.time - one.time || 1);
  const at = (from: number, to: number) => from + (to - from) * part;
  const size = (from: number, to: number) => Math.max(Math.min(from, to), at(from, to));
  const [width, height] = [size(one.box.width, other.box.width), size(one.box.height, other.box.height)];
  const [from, to] = [center(one.box), center(other.box)];
  return { x: at(from.x, to.x) - width / 2, y: at(from.y, to.y) - height / 2, width, height };
}

function center({ x, y, width, height }: Region): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function widen({ x, y, width, height }: Region, by: { x: number; y: number }): Region {
  return { x: x - by.x, y: y - by.y, width: width + 2 * by.x, height: height + 2 * by.y };
}

function union(boxes: readonly Region[]): Region {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function insideFrame(box: Region): Region {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(1, box.x + box.width), Math.min(1, box.y + box.height)];
  return { x, y, width: right - x, height: bottom - y };
}
