import { z } from 'zod';

/** In device-independent pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const Side = z.number().int().min(-100_000).max(100_000);
/** Window state saved between starts. */
export const WindowState = z.object({
  bounds: z.object({ x: Side, y: Side, width: Side, height: Side }),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

export const MIN_SIZE = { width: 480, height: 480 } as const;
const DEFAULT_SIZE = { width: 1440, height: 900 } as const;
/** Minimum visible part of the title bar, so that the user can drag it. */
const GRIP = { width: 120, height: 32 } as const;

/**
 * Returns the window's bounds: the saved ones, unless their screen is gone or smaller now; otherwise centered on the
 * first screen.
 * @param workAreas of the screens, the first one's first
 */
export function placeWindow(state: WindowState | undefined, workAreas: readonly Rectangle[]): Rectangle {
  const first = workAreas[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  const home = state && workAreas.find((area) => holdsTitleBar(state.bounds, area));
  const wanted = state ? state.bounds : DEFAULT_SIZE;
  const area = home ?? first;
  const width = clamp(wanted.width, MIN_SIZE.width, area.width);
  const height = clamp(wanted.height, MIN_SIZE.height, area.height);
  if (state && home) return { x: state.bounds.x, y: Math.max(state.bounds.y, home.y), width, height };
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
    width,
    height,
  };
}

function holdsTitleBar(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return across >= GRIP.width && bounds.y >= area.y - GRIP.height && bounds.y + GRIP.height <= area.y + area.height;
}

/** A screen smaller than the minimum window shows part of it. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
