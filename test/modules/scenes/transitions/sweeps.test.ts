import { describe, expect, it } from 'vitest';
import type { Boundary } from '../../../../src/modules/scenes/boundary.ts';
import { ShotDetector } from '../../../../src/modules/scenes/shot-detector.ts';
import { sample, WHOLE } from '../../../fixtures/extended.ts';
import { frameSummary, scene } from '../frame-summaries.ts';

type Look = (x: number, y: number) => number;
/** Brightness of a frame at a position when a share of the transition is done. */
type Sweep = (x: number, y: number, done: number) => number;

const [WIDTH, HEIGHT, RATE] = [160, 90, 25];
/** Frames of each shot and of the transition between them: 2 to 2.8 s. */
const [SHOT, LENGTH] = [50, 20];

/** Scenery that moves by a third of a pixel a frame. */
const moving = (seed: number, frame: number): Look => {
  const look = scene(seed);
  return (x, y) => look(x + frame / 3, y);
};

/** Boundaries of a clip in which one shot takes over from another. */
function detect(sweep: (first: Look, second: Look) => Sweep): Boundary[] {
  const detector = new ShotDetector();
  const frames = Array.from({ length: 2 * SHOT + LENGTH }, (_, index) => {
    const done = Math.max(0, Math.min(1, (index - SHOT + 1) / (LENGTH + 1)));
    const at = sweep(moving(1, index), moving(2, index));
    return frameSummary((x, y) => at(x, y, done), { index, time: index / RATE });
  });
  return [...frames.flatMap((frame) => detector.push(frame)), ...detector.finish(frames.length / RATE)];
}

const angle = (x: number, y: number): number => Math.atan2(y - HEIGHT / 2, x - WIDTH / 2) / (2 * Math.PI) + 0.5;

describe('wipes', () => {
  const masks: Record<string, Sweep> = {
    'an edge from the left': (x, _, done) => Number(x < done * WIDTH),
    'an edge from below': (_, y, done) => Number(y > (1 - done) * HEIGHT),
    'a diagonal edge': (x, y, done) => Number(x / WIDTH + y / HEIGHT < 2 * done),
    'barn doors': (x, _, done) => Number(Math.abs(x - WIDTH / 2) < (done * WIDTH) / 2),
    'an iris': (x, y, done) => Number(Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < done * 93),
    'a clock': (x, y, done) => Number(angle(x, y) < done),
  };
  it.each(sample(Object.entries(masks), 2))('are found: %s', WHOLE, (_, mask) => {
    const found = detect((first, second) => (x, y, done) => (mask(x, y, done) ? second(x, y) : first(x, y)));
    expect(found).toMatchObject([{ kind: 'wipe' }]);
    expect(found[0]!.time).toBeGreaterThan(2);
    expect(found[0]!.time).toBeLessThan(2.8);
  });

  const edge = (done: number): number => Math.round(done * WIDTH);
  const moves: Record<string, (first: Look, second: Look) => Sweep> = {
    'slides over': (first, second) => (x, y, done) =>
      x < edge(done) ? second(x + WIDTH - edge(done), y) : first(x, y),
    'is uncovered': (first, second) => (x, y, done) => (x < edge(done) ? second(x, y) : first(x - edge(done), y)),
    'pushes the other out': (first, second) => (x, y, done) =>
      x < edge(done) ? second(x + WIDTH - edge(done), y) : first(x - edge(done), y),
  };
  it.each(sample(Object.entries(moves), 1))('are found: a picture %s', WHOLE, (_, move) => {
    const found = detect(move);
    expect(found).toMatchObject([{ kind: 'wipe' }]);
    expect(found[0]!.time).toBeGreaterThan(1.9);
    expect(found[0]!.time).toBeLessThan(2.9);
  });

  it('are not an object that passes, nor one that stays in a part of the picture', () => {
    const box = (left: number, x: number): boolean => x >= left && x < left + 110;
    expect(detect((first) => (x, y, done) => (box(done * 270 - 110, x) ? 140 : first(x, y)))).toEqual([]);
    expect(detect((first) => (x, y, done) => (x < done * 60 ? 140 : first(x, y)))).toEqual([]);
  });

  it('are not a pan to another part of the scenery, nor a title that is wiped in', () => {
    const wide = scene(7);
    expect(detect(() => (x, y, done) => wide(x * 0.7 + done * 70, y))).toEqual([]);
    const title: Look = (x, y) => (y > 65 && y < 80 && x % 12 < 7 ? 235 : 0);
    expect(detect((first) => (x, y, done) => Math.max(first(x, y), x < done * WIDTH ? title(x, y) : 0))).toEqual([]);
  });
});
