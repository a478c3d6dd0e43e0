import type { Lane } from './lanes.ts';

/** Sizes of the timeline in CSS pixels, as in timeline.module.css. */
export const RULER_HEIGHT = 24;
export const WAVE_HEIGHT = 40;
export const LANE_GAP = 2;
const LANE_HEIGHT = 24;
const SHOTS_HEIGHT = 40;
const ROW_HEIGHT = 14;
const BOTTOM = 4;
/** Height of the empty state. */
const EMPTY_HEIGHT = 56;

export interface LanePlace {
  top: number;
  height: number;
}

/** Positions of the lanes. */
export function placesOf(lanes: readonly Lane[], hasWave: boolean): LanePlace[] {
  let top = RULER_HEIGHT + (hasWave ? WAVE_HEIGHT : 0);
  return lanes.map((lane) => {
    const height = heightOfLane(lane);
    const place = { top, height };
    top += height;
    return place;
  });
}

function heightOfLane(lane: Lane): number {
  if (lane.module === 'scenes') return SHOTS_HEIGHT;
  return lane.rowCount === 1 ? LANE_HEIGHT : lane.rowCount * ROW_HEIGHT + LANE_GAP;
}

/** Height of the canvas. */
export function heightOf(places: readonly LanePlace[], hasWave: boolean): number {
  const last = places.at(-1);
  if (last) return last.top + last.height + BOTTOM;
  return RULER_HEIGHT + (hasWave ? WAVE_HEIGHT : EMPTY_HEIGHT) + BOTTOM;
}

/** Lane and row at a vertical position. */
export function laneAt(
  lanes: readonly Lane[],
  places: readonly LanePlace[],
  y: number,
): { lane: Lane; row: number } | undefined {
  const at = places.findIndex(({ top, height }) => y >= top && y < top + height);
  if (at < 0) return undefined;
  const lane = lanes[at]!;
  const { top, height } = places[at]!;
  return { lane, row: Math.min(lane.rowCount - 1, Math.floor(((y - top) / height) * lane.rowCount)) };
}
