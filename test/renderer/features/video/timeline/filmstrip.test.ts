import { describe, expect, test } from 'vitest';
import { filmFrames, isCrowded } from '../../../../../src/renderer/features/video/timeline/filmstrip.ts';
import { buildLanes } from '../../../../../src/renderer/features/video/timeline/lanes.ts';
import { segment } from '../segment.ts';

const shots = Array.from({ length: 100 }, (_, i) =>
  segment(i, i + 1, `Shot ${i + 1}`, 'scenes', { still_time: i + 0.5 }),
);
const lane = buildLanes(shots)[0]!;
const whole = { start: 0, span: 100 };

describe('filmstrip', () => {
  test('replaces the stills of shots that are narrower than a frame', () => {
    expect(isCrowded(lane, whole, 1000, 60)).toBe(true);
    expect(isCrowded(lane, { start: 20, span: 5 }, 1000, 60)).toBe(false);
    expect(isCrowded(buildLanes([segment(0, 100, 'Shot 1', 'scenes')])[0]!, whole, 20, 60)).toBe(false);
  });

  test('covers the lane with the shots at the centers of its frames', () => {
    const frames = filmFrames(lane, whole, 1000, 36, 50 / 36);
    expect(frames).toHaveLength(20);
    expect(frames[0]).toEqual({ left: 0, width: 50, stillTime: 2.5 });
    expect(frames.at(-1)).toEqual({ left: 950, width: 50, stillTime: 97.5 });
  });

  test('moves with the time when the view pans, and ends with the video', () => {
    const frames = filmFrames(lane, { start: 50.1, span: 100 }, 1000, 36, 50 / 36);
    expect(frames[0]!.left).toBeCloseTo(-1);
    expect(frames.at(-1)!.left + frames.at(-1)!.width).toBeCloseTo(499);
  });

  test('draws few frames for a long video', () => {
    expect(filmFrames(lane, { start: 0, span: 100 }, 1000, 36).length).toBeLessThan(20);
  });
});
