/** Point in pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Rotated rectangle. `width` runs along the unit vector (`cos`, `sin`), which never points left, so for upright text it
 * is the reading direction; `height` runs 90° clockwise from it, downward.
 */
export interface RotatedRect {
  cx: number;
  cy: number;
  width: number;
  height: number;
  cos: number;
  sin: number;
}

/** Convex hull, counterclockwise in a y-down plane, without collinear points (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Minimum-area rectangle around the points, one of whose sides lies on the hull (Freeman and Shapira, 1975). */
export function minAreaRect(points: readonly Point[]): RotatedRect {
  const hull = convexHull(points);
  let best: RotatedRect | undefined;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!;
    const b = hull[(i + 1) % hull.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const rect = length > 0 ? rectAlong(hull, (b.x - a.x) / length, (b.y - a.y) / length) : rectAlong(hull, 1, 0);
    if (!best || rect.width * rect.height < best.width * best.height) best = rect;
  }
  return best ?? { cx: 0, cy: 0, width: 0, height: 0, cos: 1, sin: 0 };
}

/** Bounding rectangle of `points` along (`cos`, `sin`), oriented so that its text reads left to right. */
function rectAlong(points: readonly Point[], cos: number, sin: number): RotatedRect {
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
  const rect = { cx: u * cos - v * sin, cy: u * sin + v * cos, width: maxU - minU, height: maxV - minV, cos, sin };
  return upright(rect);
}

/** Returns the rectangle with its axis within 45° of horizontal and pointing right. */
function upright(rect: RotatedRect): RotatedRect {
  let { width, height, cos, sin } = rect;
  if (Math.abs(sin) > Math.abs(cos)) {
    [width, height] = [height, width];
    [cos, sin] = [-sin, cos];
  }
  if (cos < 0) [cos, sin] = [-cos, -sin];
  return { ...rect, width, height, cos, sin };
}

/** Axis-aligned bounds of a rotated rectangle. */
export function bounds(rect: RotatedRect): { left: number; top: number; right: number; bottom: number } {
  const halfX = (Math.abs(rect.cos) * rect.width + Math.abs(rect.sin) * rect.height) / 2;
  const halfY = (Math.abs(rect.sin) * rect.width + Math.abs(rect.cos) * rect.height) / 2;
  return { left: rect.cx - halfX, top: rect.cy - halfY, right: rect.cx + halfX, bottom: rect.cy + halfY };
}
