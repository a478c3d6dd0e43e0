/** How a picture moved, in cells about its middle: shift across and down, growth, and roll (radians). */
export type Parameters = readonly [x: number, y: number, growth: number, roll: number];
export const STILL: Parameters = [0, 0, 0, 0];
