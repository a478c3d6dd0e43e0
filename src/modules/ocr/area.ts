/** Axis-aligned box in fractions of the frame. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Distance of the centers in fractions of the frame. */
export function travel(a: Area, b: Area): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

/** Intersection over union. */
export function overlapOf(a: Area, b: Area): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (w <= 0 || h <= 0) return 0;
  return (w * h) / (a.width * a.height + b.width * b.height - w * h);
}

/** Shared height in fractions of the lower of the two. */
export function rowOverlap(a: Area, b: Area): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, shared) / Math.min(a.height, b.height);
}

/** Intersection in fractions of the smaller of the two. */
export function sharedPart(a: Area, b: Area): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (w <= 0 || h <= 0) return 0;
  return (w * h) / Math.min(a.width * a.height, b.width * b.height);
}

/** The smallest area around others. */
export function around(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}
