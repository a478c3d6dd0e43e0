import type { Logo } from './logo.ts';
import type { ImagePyramid } from './pyramid.ts';
import { edgeSimilarity, type Homography } from './similarity.ts';

/** Pose of a logo: center and longer side in pixels of the still, and rotation in radians. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly turn: number;
}

/** Hill-climbs to the pose with the highest edge similarity, with halving steps. */
export function refine(levels: ImagePyramid, logo: Logo, start: Pose): Pose {
  const scoreOf = (pose: Pose) => edgeSimilarity(levels, logo, homographyOf(pose, logo.aspect), pose.side, true);
  let pose = start;
  let score = scoreOf(pose);
  for (let step = 1; step > 0.12; step /= 2) {
    for (let round = 0, better = true; better && round < 3; round++) {
      better = false;
      for (const moved of neighbors(pose, step)) {
        const next = scoreOf(moved);
        if (next <= score) continue;
        [pose, score, better] = [moved, next, true];
      }
    }
  }
  return pose;
}

function neighbors(pose: Pose, step: number): Pose[] {
  const shift = pose.side * 0.03 * step;
  return [
    { ...pose, x: pose.x - shift },
    { ...pose, x: pose.x + shift },
    { ...pose, y: pose.y - shift },
    { ...pose, y: pose.y + shift },
    { ...pose, side: pose.side * (1 + 0.06 * step) },
    { ...pose, side: pose.side / (1 + 0.06 * step) },
    { ...pose, turn: pose.turn + 0.06 * step },
    { ...pose, turn: pose.turn - 0.06 * step },
  ];
}

export function homographyOf({ x, y, side, turn }: Pose, aspect: number): Homography {
  const width = aspect >= 1 ? side : side * aspect;
  const height = aspect >= 1 ? side / aspect : side;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [a, b, c, d] = [width * cos, -height * sin, width * sin, height * cos];
  return [a, b, x - (a + b) / 2, c, d, y - (c + d) / 2, 0, 0, 1];
}
