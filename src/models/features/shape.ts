import { compare, cornersOf, type Judged, judge, longerSide, type StillPyramid } from './judge.ts';
import type { Logo, LogoLook } from './logo.ts';
import { type OpenCv, scoped } from './opencv.ts';
import { type Plane, resized, sample } from './plane.ts';
import type { Homography } from './verify.ts';

/** Where a logo may be: its centre and longer side in pixels of the still, and its turn in radians. */
interface Pose {
  x: number;
  y: number;
  side: number;
  turn: number;
}

/** Longer side of the pattern that is slid over the still. */
const PATTERN_SIDE = 24;
/** Share of the still's width that the logo's longer side may have, from step to step. */
const SMALLEST = 0.06;
const LARGEST = 0.9;
const STEP = 1.22;
/** Radians at which the pattern is tried; refining reaches some degrees beyond. */
const TURNS = [0, -0.24, 0.24] as const;
const COARSE_CORRELATION = 0.5;
const CANDIDATES = 8;
const PEAKS_PER_STEP = 2;

/**
 * Looks for a logo by its whole shape, sliding a small picture of it over the still at every size. Finds what has too
 * few corners for {@link findByCorners}: flat marks, and logos of few pixels. Tolerates little turn and no perspective.
 */
export function findByShape(
  cv: OpenCv,
  logo: Logo,
  look: LogoLook,
  pyramid: StillPyramid,
  turned: boolean,
): Judged | null {
  const coarse = (turned ? TURNS : TURNS.slice(0, 1)).flatMap((turn) => slide(cv, logo, look, pyramid, turn));
  coarse.sort((a, b) => b.score - a.score);
  let best: Judged | null = null;
  for (const { pose } of coarse.slice(0, CANDIDATES)) {
    const fine = refine(pyramid, logo, look, pose);
    const judged = judge(pyramid, logo, look, poseToHomography(fine, logo.aspect));
    if (judged && (!best || judged.confidence > best.confidence)) best = judged;
  }
  return best;
}

function slide(cv: OpenCv, { aspect }: Logo, look: LogoLook, pyramid: StillPyramid, turn: number) {
  const still = pyramid.levels[0]!;
  const pattern = turnedPattern(look, turn);
  const found: { pose: Pose; score: number }[] = [];
  for (let share = SMALLEST; share <= LARGEST; share *= STEP) {
    const width = Math.round(PATTERN_SIDE / share);
    const height = Math.round((width * still.height) / still.width);
    if (width < pattern.width || height < pattern.height || width > still.width * 1.5) continue;
    const unit = still.width / width;
    const nearest = pyramid.near(unit).plane;
    for (const { x, y, score } of peaks(cv, resized(nearest, width, height), pattern)) {
      const pose = {
        x: (x + pattern.width / 2) * unit,
        y: (y + pattern.height / 2) * unit,
        side: PATTERN_SIDE * unit,
        turn,
      };
      found.push({ pose, score });
    }
  }
  return aspect > 0 ? found : [];
}

/** The pattern's pixels at a turn, cut to the part that the turned logo fills for sure. */
function turnedPattern(look: LogoLook, turn: number): Plane {
  const patch = look.patches[0]!;
  if (turn === 0) return patch;
  const { width, height } = patch;
  const data = new Uint8Array(width * height);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - cx, y - cy];
      const sx = Math.min(width - 1, Math.max(0, cx + dx * cos + dy * sin));
      const sy = Math.min(height - 1, Math.max(0, cy - dx * sin + dy * cos));
      data[y * width + x] = Math.round(sample(patch, sx, sy));
    }
  }
  return { width, height, data };
}

function peaks(cv: OpenCv, picture: Plane, pattern: Plane): { x: number; y: number; score: number }[] {
  return scoped((own) => {
    const mat = (plane: Plane) => {
      const made = own(new cv.Mat(plane.height, plane.width, cv.CV_8UC1));
      made.data.set(plane.data);
      return made;
    };
    const result = own(new cv.Mat());
    cv.matchTemplate(mat(picture), mat(pattern), result, cv.TM_CCOEFF_NORMED);
    const scores = result.data32F;
    const best: { x: number; y: number; score: number }[] = [];
    for (let round = 0; round < PEAKS_PER_STEP; round++) {
      let [top, at] = [COARSE_CORRELATION, -1];
      for (let i = 0; i < scores.length; i++) {
        // A flat place has no correlation; some builds say infinity there.
        if (scores[i]! > top && scores[i]! <= 1.0001) [top, at] = [scores[i]!, i];
      }
      if (at < 0) break;
      const [x, y] = [at % result.cols, Math.floor(at / result.cols)];
      best.push({ x, y, score: top });
      for (let dy = -5; dy <= 5; dy++) {
        for (let dx = -5; dx <= 5; dx++) {
          if (x + dx >= 0 && x + dx < result.cols && y + dy >= 0 && y + dy < result.rows)
            scores[(y + dy) * result.cols + x + dx] = 0;
        }
      }
    }
    return best;
  });
}

/** Climbs to the pose in which the logo correlates best, with steps that halve. */
function refine(pyramid: StillPyramid, logo: Logo, look: LogoLook, start: Pose): Pose {
  let pose = start;
  let score = scoreOf(pyramid, logo, look, pose);
  for (let step = 1; step > 0.1; step /= 2) {
    for (let round = 0, better = true; better && round < 4; round++) {
      better = false;
      for (const moved of neighbours(pose, step)) {
        const next = scoreOf(pyramid, logo, look, moved);
        if (next <= score) continue;
        [pose, score, better] = [moved, next, true];
      }
    }
  }
  return pose;
}

function neighbours(pose: Pose, step: number): Pose[] {
  const shift = pose.side * 0.04 * step;
  return [
    { ...pose, x: pose.x - shift },
    { ...pose, x: pose.x + shift },
    { ...pose, y: pose.y - shift },
    { ...pose, y: pose.y + shift },
    { ...pose, side: pose.side * (1 + 0.08 * step) },
    { ...pose, side: pose.side / (1 + 0.08 * step) },
    { ...pose, turn: pose.turn + 0.08 * step },
    { ...pose, turn: pose.turn - 0.08 * step },
  ];
}

function scoreOf(pyramid: StillPyramid, logo: Logo, look: LogoLook, pose: Pose): number {
  const h = poseToHomography(pose, logo.aspect);
  if (longerSide(cornersOf(h), logo.aspect) === null) return -1;
  const { correlation, edges } = compare(pyramid, look, h, pose.side, 2);
  return correlation + edges;
}

function poseToHomography({ x, y, side, turn }: Pose, aspect: number): Homography {
  const width = aspect >= 1 ? side : side * aspect;
  const height = aspect >= 1 ? side / aspect : side;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [a, b, c, d] = [width * cos, -height * sin, width * sin, height * cos];
  return [a, b, x - (a + b) / 2, c, d, y - (c + d) / 2, 0, 0, 1];
}
