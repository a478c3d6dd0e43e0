import type { FoundTrack } from './blur-tracks.ts';

/** Someone in a video, and whether a blur covers them. */
export interface SeenTrack extends FoundTrack {
  isBlurred: boolean;
}

/** Frames that are named, at least this many seconds apart. */
const CHECKED = { frames: 3, secondsApart: 1 } as const;

interface Moment {
  time: number;
  seen: number;
  covered: number;
  doubts: number;
}

/** People whom a blur covers. */
export interface BlurSummary {
  /** Most people in one frame, and how many of them are covered. */
  seen: number;
  covered: number;
  /** Seconds at which to look, in time order: where someone may be missed, then where most people are. */
  times: number[];
}

/**
 * Sums up a blur within a range of seconds. Pure.
 * @param people face tracks first: a head in which a face is seen is the same person
 * @param doubts places where someone may be who is not blurred
 */
export function checkBlur(
  people: readonly SeenTrack[],
  doubts: readonly FoundTrack[],
  range: { start: number; end: number },
): BlurSummary {
  const moments = momentsOf(people, doubts, range);
  const nobody: Moment = { time: 0, seen: 0, covered: 0, doubts: 0 };
  const most = moments.reduce((best, one) => (one.seen > best.seen ? one : best), nobody);
  const ranked = moments.toSorted((a, b) => b.doubts - a.doubts || b.seen - a.seen || a.time - b.time);
  const times: number[] = [];
  for (const { time, seen, doubts: unsure } of ranked) {
    if (times.length === CHECKED.frames) break;
    if (seen + unsure > 0 && times.every((other) => Math.abs(other - time) >= CHECKED.secondsApart)) times.push(time);
  }
  return { seen: most.seen, covered: most.covered, times: times.sort((a, b) => a - b) };
}

/** Who is in the frame whenever someone appears, in time order. */
function momentsOf(
  people: readonly SeenTrack[],
  doubts: readonly FoundTrack[],
  { start, end }: { start: number; end: number },
): Moment[] {
  const isNear = (track: FoundTrack) => track.boxes.length > 0 && track.startTime < end && track.endTime >= start;
  const appearing = people.filter(isNear).toSorted((a, b) => a.startTime - b.startTime);
  const doubtful = doubts.filter(isNear).toSorted((a, b) => a.startTime - b.startTime);
  const times = [...appearing, ...doubtful].map(({ startTime }) => Math.max(startTime, start));
  let [visible, unsure]: [SeenTrack[], FoundTrack[]] = [[], []];
  let [nextPerson, nextDoubt] = [0, 0];
  return [...new Set(times)]
    .sort((a, b) => a - b)
    .map((time) => {
      // Who is gone as another shot starts is not in its first frame.
      const lasts = ({ startTime, endTime }: FoundTrack) => endTime > time || Math.max(startTime, start) === time;
      visible = visible.filter(lasts);
      unsure = unsure.filter(lasts);
      for (let one = appearing[nextPerson]; one && one.startTime <= time; one = appearing[++nextPerson])
        if (lasts(one)) visible.push(one);
      for (let one = doubtful[nextDoubt]; one && one.startTime <= time; one = doubtful[++nextDoubt])
        if (lasts(one)) unsure.push(one);
      const seen = distinct(visible, time);
      const isUnseen = (doubt: FoundTrack) => !visible.some((one) => isSamePlace(one, doubt, time));
      const covered = seen.filter(({ isBlurred }) => isBlurred);
      return { time, seen: seen.length, covered: covered.length, doubts: unsure.filter(isUnseen).length };
    });
}

/** Each person once. */
function distinct(tracks: readonly SeenTrack[], time: number): SeenTrack[] {
  const people: SeenTrack[] = [];
  for (const track of tracks) if (!people.some((one) => isSamePlace(one, track, time))) people.push(track);
  return people;
}

/** Whether the center of one box is in the other at a time. Pure. */
export function isSamePlace(one: FoundTrack, other: FoundTrack, time: number): boolean {
  const [a, b] = [boxAt(one, time), boxAt(other, time)];
  return hasCenter(a, b) || hasCenter(b, a);
}

type Box = FoundTrack['boxes'][number];

function hasCenter(area: Box, { x, y, width, height }: Box): boolean {
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  return centerX > area.x && centerX < area.x + area.width && centerY > area.y && centerY < area.y + area.height;
}

/** The box at a time, between the two that are nearest, or the first or last one. */
function boxAt({ boxes }: FoundTrack, time: number): Box {
  const next = boxes.findIndex((box) => box.time >= time);
  const [before, after] = [boxes.at(next <= 0 ? next : next - 1)!, boxes.at(next)!];
  if (before === after) return after;
  const part = (time - before.time) / (after.time - before.time || 1);
  const at = (name: 'x' | 'y' | 'width' | 'height') => before[name] + part * (after[name] - before[name]);
  return { time, x: at('x'), y: at('y'), width: at('width'), height: at('height') };
}
