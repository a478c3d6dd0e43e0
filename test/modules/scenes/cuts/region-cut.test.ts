import { describe, expect, it } from 'vitest';
import { ShotDetector } from '../../../../src/modules/scenes/shot-detector.ts';
import { frameSummary, scene } from '../frame-summaries.ts';

type Look = (x: number, y: number) => number;

/** Scenery that moves by a pixel a frame. */
const moving = (seed: number, frame: number): Look => {
  const look = scene(seed);
  return (x, y) => look(x + frame, y);
};
/** Shows one look in a part of the picture, another around it. */
const part =
  (isInside: (x: number, y: number) => boolean, inside: Look, around: Look): Look =>
  (x, y) =>
    (isInside(x, y) ? inside : around)(x, y);

const half = (x: number): boolean => x < 80;
const inset = (x: number, y: number): boolean => x >= 70 && x < 150 && y >= 30 && y < 85;

/** Times of the boundaries of 80 frames at 25 per second. */
function detect(lookAt: (frame: number) => Look): number[] {
  const detector = new ShotDetector();
  const frames = Array.from({ length: 80 }, (_, index) => frameSummary(lookAt(index), { index, time: index / 25 }));
  return [...frames.flatMap((frame) => detector.push(frame)), ...detector.finish(3.2)].map(({ time }) => time);
}

const second = (frame: number): Look => (frame < 40 ? moving(5, frame) : moving(2, frame - 40));

describe('cuts in a part of the picture', () => {
  it('are found beside a static picture', () => {
    expect(detect((frame) => part(half, second(frame), scene(3)))).toEqual([1.6]);
    expect(detect((frame) => part(inset, second(frame), scene(3)))).toEqual([1.6]);
  });

  it('are found beside other footage, from which a border separates them', () => {
    const bright =
      (frame: number): Look =>
      (x, y) =>
        150 + moving(4, frame)(x, y) / 3;
    const dark =
      (frame: number): Look =>
      (x, y) =>
        second(frame)(x, y) * 0.6;
    expect(detect((frame) => part(half, dark(frame), bright(frame)))).toEqual([1.6]);
  });

  it('are not the appearance of a panel, whether it moves or not', () => {
    const appears = (frame: number, panel: Look): Look =>
      frame < 40 ? moving(4, frame) : part(inset, panel, moving(4, frame));
    expect(detect((frame) => appears(frame, scene(2)))).toEqual([]);
    expect(detect((frame) => appears(frame, moving(2, frame - 40)))).toEqual([]);
    expect(detect((frame) => (frame < 40 ? scene(3) : part(inset, moving(2, frame - 40), scene(3))))).toEqual([]);
  });

  it('are not a change of light in a part of the picture', () => {
    expect(detect((frame) => part(half, (x, y) => moving(1, frame)(x, y) * (frame < 40 ? 1 : 0.6), scene(3)))).toEqual(
      [],
    );
  });
});
