import { expect, test } from 'vitest';
import { blurAreas } from '../../../src/media/blur/blur-areas.ts';
import { blurTracks, type FoundTrack } from '../../../src/server/people/blur-tracks.ts';

/** As stored: times of boxes are floats. */
const at = (time: number, x: number) => ({ time: Math.fround(time), x, y: 0.1, width: 0.09, height: 0.2 });

/** Whether the middle of a face is blurred. */
const isHidden = (tracks: readonly FoundTrack[], time: number, x: number): boolean =>
  blurAreas(blurTracks(tracks), time).some((area) => area.x < x && x < area.x + area.width);

/** A man on a bicycle crosses the picture in half a second, and is seen twice, as two tracks: bikes.mp4 at 1.2 s. */
const FAST: FoundTrack[] = [
  { startTime: 1.2, endTime: 1.4, boxes: [at(1.4, 0.53)] },
  { startTime: 1.68, endTime: 1.96, boxes: [at(1.68, 0.83)] },
];

test('a face too fast to be followed is hidden between its tracks, before, and after them', () => {
  const speed = (0.83 - 0.53) / 0.28;
  for (let time = 1.2; time < 1.75; time += 0.02) {
    expect([time, isHidden(FAST, time, 0.575 + (time - 1.4) * speed)]).toEqual([time, true]);
  }
});

test('a face that moves is hidden where it goes until its shot ends', () => {
  const moving = { startTime: 0.6, endTime: 2.4, boxes: [at(1, 0.2), at(1.25, 0.3), at(1.5, 0.4), at(2, 0.6)] };
  for (const time of [0.6, 0.8, 2.2, 2.4]) {
    expect(isHidden([moving], time, 0.245 + (time - 1) * 0.4)).toBe(true);
  }
});

test('faces of different shots are not joined', () => {
  const [first, second] = FAST as [FoundTrack, FoundTrack];
  expect(isHidden([{ ...first, endTime: 1.6 }, second], 1.5, 0.7)).toBe(false);
  expect(isHidden([first, { ...second, startTime: 1.5 }], 1.45, 0.7)).toBe(false);
  const later = { ...second, startTime: 2.68, endTime: 2.9, boxes: [at(2.68, 0.83)] };
  expect(isHidden([first, later], 2, 0.7)).toBe(false);
});

test('a track without boxes hides nothing', () => {
  expect(blurTracks([{ startTime: 0, endTime: 1, boxes: [] }])).toEqual([]);
});
