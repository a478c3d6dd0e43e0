import type { CloserModule } from '../../contract/analysis/closer-look.ts';
import type { Region } from '../../contract/search/visual.ts';

/** Whether a module listens; the others look at pictures. Pure. */
export function isOfSound(module: CloserModule): boolean {
  return module === 'transcription' || module === 'audioevents';
}

/** A part of the frame, and the distance of the pictures of it that are examined. */
export interface CloserView extends Region {
  /** Seconds; 0 for every frame. */
  interval: number;
}

/** Tiles per row and column of the whole frame. */
const TILES = 3;
/** Share of a tile by which it reaches into its neighbors, so that no line of text is cut in all of them. */
const OVERLAP = 0.3;
/** Distance of two pictures of a tile in seconds. */
const TILE_INTERVAL = 0.2;

/** Views in which a closer look examines the frame: a region in every frame; else all of it, and its tiles. Pure. */
export function closerViews(region: Region | null): CloserView[] {
  if (region) return [{ ...region, interval: 0 }];
  const size = (1 + OVERLAP) / TILES;
  const at = (i: number) => (i * (1 - size)) / (TILES - 1);
  const tiles = Array.from({ length: TILES * TILES }, (_, i) => ({
    x: at(i % TILES),
    y: at(Math.floor(i / TILES)),
    width: size,
    height: size,
    interval: TILE_INTERVAL,
  }));
  return [{ x: 0, y: 0, width: 1, height: 1, interval: 0 }, ...tiles];
}

/** Number of pictures that a closer look examines. Pure. @param seconds of the range @param frameRate of the video */
export function closerPictures(region: Region | null, seconds: number, frameRate: number): number {
  const count = ({ interval }: CloserView) => Math.ceil(seconds * Math.min(frameRate, 1 / Math.max(interval, 1e-6)));
  return closerViews(region).reduce((sum, view) => sum + count(view), 0);
}
