import type { FrameSummary } from '../frames/frame-summary.ts';

/** Slopes of a frame's brightness per cell, in gray levels; 0 at its rim. */
export interface Edges {
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** Mean squared slope. */
  readonly texture: number;
}

/** Returns the edges of a frame. Pure. */
export function edgesOf({ columns, rows, cells }: FrameSummary): Edges {
  const across = new Float32Array(columns * rows);
  const down = new Float32Array(columns * rows);
  let energy = 0;
  for (let y = 1; y < rows - 1; y++) {
    for (let at = y * columns + 1, end = (y + 1) * columns - 1; at < end; at++) {
      const gx = (cells[at + 1]! - cells[at - 1]!) / 2;
      const gy = (cells[at + columns]! - cells[at - columns]!) / 2;
      across[at] = gx;
      down[at] = gy;
      energy += gx * gx + gy * gy;
    }
  }
  return { across, down, texture: energy / ((columns - 2) * (rows - 2)) };
}
