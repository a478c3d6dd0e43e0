import { describe, expect, it } from 'vitest';
import { fitWithin, type Rotation, rotateRgb, rotationOf, uprightGeometry } from '../../src/media/geometry.ts';
import { displayMatrix } from '../fixtures/stream-fields.ts';

describe('geometry', () => {
  it('applies the pixel aspect before rotation', () => {
    expect(uprightGeometry(720, 576, 64 / 45, 0)).toMatchObject({ width: 1024, height: 576 });
    expect(uprightGeometry(1920, 1080, 1, 90)).toMatchObject({ width: 1080, height: 1920 });
  });

  it('ignores an implausible pixel aspect', () => {
    expect(uprightGeometry(100, 50, 1000, 0)).toMatchObject({ width: 100, height: 50 });
  });

  it('fits without enlarging, to at least one pixel', () => {
    expect(fitWithin(1920, 1080, 160)).toEqual({ width: 160, height: 90 });
    expect(fitWithin(100, 50, 160)).toEqual({ width: 100, height: 50 });
    expect(fitWithin(10_000, 1, 100)).toEqual({ width: 100, height: 1 });
  });

  it.each([90, 180, 270] as const)('parses a display matrix of %i degrees', (degrees) => {
    expect(rotationOf(displayMatrix(degrees))).toBe(degrees);
  });

  it('treats a missing or incomplete matrix as upright', () => {
    expect(rotationOf(null)).toBe(0);
    expect(rotationOf(Buffer.alloc(8))).toBe(0);
  });

  it('rotates pixels clockwise', () => {
    // Two pixels side by side, A and B.
    const row = Uint8Array.of(1, 1, 1, 2, 2, 2);
    const turned = (rotation: Rotation) => [...rotateRgb(row, 2, 1, rotation)].filter((_, i) => i % 3 === 0);
    expect(turned(0)).toEqual([1, 2]);
    expect(turned(90)).toEqual([1, 2]); // A above B
    expect(turned(180)).toEqual([2, 1]);
    expect(turned(270)).toEqual([2, 1]); // B above A
  });
});
