import { describe, expect, it } from 'vitest';
import { matchBlocks, mutualMismatch } from '../../../../src/modules/scenes/frames/block-matching.ts';
import {
  curvature,
  distance,
  project,
  squaredDistance,
  survivingEdges,
} from '../../../../src/modules/scenes/frames/compare.ts';
import { estimateShift } from '../../../../src/modules/scenes/frames/global-motion.ts';
import { glance, scene } from '../frame-summaries.ts';

const [a, b] = [scene(1), scene(2)];

describe('summarizeFrame', () => {
  it('averages cells that do not divide the size', () => {
    const ramp = glance((x) => x, { width: 160 });
    expect([ramp.columns, ramp.rows]).toEqual([32, 18]);
    expect(ramp.cells[0]).toBe(2);
    expect(ramp.cells[31]).toBe(157);
    const odd = glance(() => 77, { width: 94, height: 160 });
    expect(odd.cells.subarray(0, odd.columns * odd.rows).every((value) => value === 77)).toBe(true);
    expect([odd.brightness, odd.contrast]).toEqual([77, 0]);
  });
});

describe('distance', () => {
  it('includes color and brightness', () => {
    expect(
      distance(
        glance(() => 100),
        glance(() => 110),
      ),
    ).toBeCloseTo(10);
    expect(
      distance(
        glance(() => 100),
        glance(() => 100, { u: 168 }),
      ),
    ).toBeCloseTo(20);
  });
});

describe('matchBlocks', () => {
  it('matches a scene that moved or changed its light, but no other scene', () => {
    const still = glance(a);
    const moved = glance((x, y) => a(x + 12, y - 6));
    const dimmed = glance((x, y) => 10 + 0.4 * a(x, y));
    expect(mutualMismatch(still, still)[1]).toBeLessThan(0.05);
    expect(mutualMismatch(still, moved)[1]).toBeLessThan(0.35);
    expect(mutualMismatch(still, dimmed)[1]).toBeLessThan(0.1);
    expect(mutualMismatch(still, glance(b))[0]).toBeGreaterThan(0.5);
  });

  it('returns no match for plain frames', () => {
    expect(
      matchBlocks(
        glance(a),
        glance(() => 30),
      ),
    ).toEqual({ unmatched: 0, unchanged: 0 });
  });
});

describe('survivingEdges', () => {
  it('distinguishes an overlaid panel from another frame', () => {
    const panel = glance((x, y) => (x > 30 && x < 110 && y > 20 && y < 70 ? 235 : a(x, y)));
    expect(survivingEdges(glance(a), panel, 1.5)).toBeGreaterThan(0.4);
    expect(survivingEdges(glance(a), glance(b), 1.5)).toBeLessThan(0.2);
  });
});

describe('path between frames', () => {
  const [from, to] = [glance(a), glance(b)];
  const length = squaredDistance(from, to);

  it('is straight for a mix', () => {
    const mix = glance((x, y) => (a(x, y) + b(x, y)) / 2);
    expect(curvature(from, mix, to, length)).toBeLessThan(0.01);
    expect(project(from, to, mix, length).along).toBeCloseTo(0.5, 1);
    expect(project(from, to, mix, length).beside).toBeLessThan(0.01);
  });

  it('deviates for a third frame', () => {
    expect(curvature(from, glance(scene(3)), to, length)).toBeGreaterThan(1.5);
  });
});

describe('camera', () => {
  it('measures a shift of the frame', () => {
    const shift = estimateShift(
      glance(a),
      glance((x, y) => a(x - 15, y)),
    );
    expect(shift).toEqual({ dx: 3, dy: 0 });
  });

  it('finds no shift between scenes', () => {
    expect(estimateShift(glance(a), glance(b))).toEqual({ dx: 0, dy: 0 });
  });
});
