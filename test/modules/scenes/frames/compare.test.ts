import { describe, expect, it } from 'vitest';
import { matchBlocks, matchBlocksWhile, mutualMismatch } from '../../../../src/modules/scenes/frames/block-matching.ts';
import {
  curvature,
  distance,
  project,
  squaredDistance,
  survivingEdges,
} from '../../../../src/modules/scenes/frames/compare.ts';
import type { FrameSummary } from '../../../../src/modules/scenes/frames/frame-summary.ts';
import { estimateShift } from '../../../../src/modules/scenes/frames/global-motion.ts';
import { frameSummary, scene } from '../frame-summaries.ts';

const [a, b] = [scene(1), scene(2)];

describe('summarizeFrame', () => {
  it('averages cells that do not divide the size', () => {
    const ramp = frameSummary((x) => x, { width: 160 });
    expect([ramp.columns, ramp.rows]).toEqual([32, 18]);
    expect(ramp.cells[0]).toBe(2);
    expect(ramp.cells[31]).toBe(157);
    const odd = frameSummary(() => 77, { width: 94, height: 160 });
    expect(odd.cells.subarray(0, odd.columns * odd.rows).every((value) => value === 77)).toBe(true);
    expect([odd.brightness, odd.contrast]).toEqual([77, 0]);
  });
});

describe('distance', () => {
  it('includes color and brightness', () => {
    expect(
      distance(
        frameSummary(() => 100),
        frameSummary(() => 110),
      ),
    ).toBeCloseTo(10);
    expect(
      distance(
        frameSummary(() => 100),
        frameSummary(() => 100, { u: 168 }),
      ),
    ).toBeCloseTo(20);
  });
});

describe('matchBlocks', () => {
  it('matches a scene that moved or changed its light, but no other scene', () => {
    const still = frameSummary(a);
    const moved = frameSummary((x, y) => a(x + 12, y - 6));
    const dimmed = frameSummary((x, y) => 10 + 0.4 * a(x, y));
    expect(mutualMismatch(still, still)[1]).toBeLessThan(0.05);
    expect(mutualMismatch(still, moved)[1]).toBeLessThan(0.35);
    expect(mutualMismatch(still, dimmed)[1]).toBeLessThan(0.1);
    expect(mutualMismatch(still, frameSummary(b))[0]).toBeGreaterThan(0.5);
  });

  it('returns no match for plain frames', () => {
    expect(
      matchBlocks(
        frameSummary(a),
        frameSummary(() => 30),
      ),
    ).toEqual({ unmatched: 0, unchanged: 0 });
  });
});

describe('matchBlocksWhile', () => {
  const pairs = [
    [frameSummary(a), frameSummary((x, y) => a(x + 12, y - 6))],
    [frameSummary(a), frameSummary(b)],
    [frameSummary(a), frameSummary((x, y) => (x < 80 ? a(x, y) : b(x, y)))],
  ] as const;

  it('bounds what it finds in the end', () => {
    for (const [from, to] of pairs) {
      const bounds: number[] = [];
      const kept: number[] = [];
      const match = matchBlocksWhile(from, to, ({ unmatched, unchanged }) => {
        bounds.push(unmatched);
        return kept.push(unchanged) > 0;
      })!;
      expect(match).toEqual(matchBlocks(from, to));
      expect(bounds.length).toBeGreaterThan(1);
      expect([...bounds, match.unmatched].toSorted((one, other) => other - one)).toEqual([...bounds, match.unmatched]);
      expect(Math.max(...kept)).toBeLessThanOrEqual(match.unchanged);
    }
  });

  it('gives up as soon as it is told to', () => {
    let calls = 0;
    expect(matchBlocksWhile(frameSummary(a), frameSummary(b), () => ++calls < 3)).toBeNull();
    expect(calls).toBe(3);
  });

  it('finds what trying each position alone finds', () => {
    for (const [from, to] of [...pairs, [frameSummary(a), frameSummary((x, y) => a(x - 5, y + 10))] as const]) {
      expect(matchBlocks(from, to).unmatched).toBeCloseTo(unmatchedByTrying(from, to), 9);
      expect(matchBlocks(to, from).unmatched).toBeCloseTo(unmatchedByTrying(to, from), 9);
    }
  });
});

describe('survivingEdges', () => {
  it('distinguishes an overlaid panel from another frame', () => {
    const panel = frameSummary((x, y) => (x > 30 && x < 110 && y > 20 && y < 70 ? 235 : a(x, y)));
    expect(survivingEdges(frameSummary(a), panel, 1.5)).toBeGreaterThan(0.4);
    expect(survivingEdges(frameSummary(a), frameSummary(b), 1.5)).toBeLessThan(0.2);
  });
});

describe('path between frames', () => {
  const [from, to] = [frameSummary(a), frameSummary(b)];
  const length = squaredDistance(from, to);

  it('is straight for a mix', () => {
    const mix = frameSummary((x, y) => (a(x, y) + b(x, y)) / 2);
    expect(curvature(from, mix, to, length)).toBeLessThan(0.01);
    expect(project(from, to, mix, length).along).toBeCloseTo(0.5, 1);
    expect(project(from, to, mix, length).beside).toBeLessThan(0.01);
  });

  it('deviates for a third frame', () => {
    expect(curvature(from, frameSummary(scene(3)), to, length)).toBeGreaterThan(1.5);
  });
});

describe('camera', () => {
  it('measures a shift of the frame', () => {
    const shift = estimateShift(
      frameSummary(a),
      frameSummary((x, y) => a(x - 15, y)),
    );
    expect(shift).toEqual({ dx: 3, dy: 0 });
  });

  it('finds no shift between scenes', () => {
    expect(estimateShift(frameSummary(a), frameSummary(b))).toEqual({ dx: 0, dy: 0 });
  });
});

/** Unmatched structure of the 4 x 3 blocks of `to`: the least over shifts of up to 3 x 2 cells. */
function unmatchedByTrying(from: FrameSummary, to: FrameSummary): number {
  const cellsAt = (frame: FrameSummary, x: number, y: number): number[] =>
    Array.from({ length: 48 }, (_, i) => frame.cells[(y + Math.floor(i / 8)) * 32 + x + (i % 8)]!);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = (p: number[], q: number[]) => mean(p.map((value, i) => value * q[i]!)) - mean(p) * mean(q);
  let [open, total] = [0, 0];
  for (const y of [0, 6, 12]) {
    for (const x of [0, 8, 16, 24]) {
      const block = cellsAt(to, x, y);
      const variance = covariance(block, block);
      if (variance <= 2) continue;
      const matchAt = (dx: number, dy: number): number => {
        const there = cellsAt(from, x + dx, y + dy);
        return Math.max(0, covariance(there, block)) ** 2 / ((covariance(there, there) + 2) * variance);
      };
      let best = matchAt(0, 0);
      const isMoved = best <= 0.85;
      for (let dy = -2; isMoved && dy <= 2; dy++) {
        for (let dx = -3; dx <= 3; dx++)
          if (x + dx >= 0 && x + dx <= 24 && y + dy >= 0 && y + dy <= 12) best = Math.max(best, matchAt(dx, dy));
      }
      open += Math.sqrt(variance - 2) * (1 - best);
      total += Math.sqrt(variance - 2);
    }
  }
  return open / total;
}
