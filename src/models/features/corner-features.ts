import type { Logo } from './logo.ts';
import { type Mat, type OpenCv, scoped } from './opencv.ts';
import type { Plane } from './plane.ts';
import type { ImagePyramid } from './pyramid.ts';
import { type VerifiedMatch, verifyMatch } from './verification.ts';

/** ORB features of an image: positions (fractions for logos, pixels for stills) and descriptors. */
export interface CornerFeatures {
  readonly points: Float32Array;
  readonly descriptors: Mat;
}

const MAX_LOGO_FEATURES = 400;
const MAX_STILL_FEATURES = 2000;
/** Lowe's ratio test: maximum distance of the best match relative to the second best. */
const MAX_DISTANCE_RATIO = 0.8;
/** Four points always define a homography; this many rarely agree by chance. */
const MIN_INLIERS = 8;
const TOLERANCE_PIXELS = 5;

export function detectCorners(cv: OpenCv, plane: Plane, kind: 'logo' | 'still'): CornerFeatures {
  const descriptors = new cv.Mat();
  return scoped((own) => {
    const orb = own(new cv.ORB(kind === 'logo' ? MAX_LOGO_FEATURES : MAX_STILL_FEATURES));
    orb.setFastThreshold(12);
    const picture = own(new cv.Mat(plane.height, plane.width, cv.CV_8UC1));
    picture.data.set(plane.data);
    const found = own(new cv.KeyPointVector());
    orb.detectAndCompute(picture, own(new cv.Mat()), found, descriptors);
    const points = new Float32Array(found.size() * 2);
    for (let i = 0; i < found.size(); i++) {
      const { x, y } = found.get(i).pt;
      points[2 * i] = kind === 'logo' ? (x + 0.5) / plane.width : x;
      points[2 * i + 1] = kind === 'logo' ? (y + 0.5) / plane.height : y;
    }
    return { points, descriptors };
  });
}

/** Matches one variant of a logo by corner features; robust to rotation, perspective and partial occlusion. */
export function matchCorners(
  cv: OpenCv,
  logo: Logo,
  own: CornerFeatures,
  still: CornerFeatures,
  levels: ImagePyramid,
): VerifiedMatch | null {
  if (own.descriptors.rows < MIN_INLIERS || still.descriptors.rows < MIN_INLIERS) return null;
  const pairs = matches(cv, own, still);
  if (pairs.length < MIN_INLIERS) return null;
  const h = scoped((keep) => {
    const from = keep(
      cv.matFromArray(
        pairs.length,
        1,
        cv.CV_32FC2,
        pairs.flatMap(([a]) => place(own, a)),
      ),
    );
    const to = keep(
      cv.matFromArray(
        pairs.length,
        1,
        cv.CV_32FC2,
        pairs.flatMap(([, b]) => place(still, b)),
      ),
    );
    // For deterministic results.
    cv.setRNGSeed(1);
    const found = keep(cv.findHomography(from, to, cv.RANSAC, TOLERANCE_PIXELS));
    return found.rows === 3 ? Array.from(found.data64F) : null;
  });
  return h && verifyMatch(levels, logo, h);
}

function place({ points }: CornerFeatures, i: number): [number, number] {
  return [points[2 * i]!, points[2 * i + 1]!];
}

function matches(cv: OpenCv, own: CornerFeatures, still: CornerFeatures): [number, number][] {
  return scoped((keep) => {
    const matcher = keep(new cv.BFMatcher(cv.NORM_HAMMING, false));
    const found = keep(new cv.DMatchVectorVector());
    matcher.knnMatch(own.descriptors, still.descriptors, found, 2);
    const pairs: [number, number][] = [];
    for (let i = 0; i < found.size(); i++) {
      const pair = found.get(i);
      if (pair.size() < 2) continue;
      const [best, second] = [pair.get(0), pair.get(1)];
      if (best.distance < MAX_DISTANCE_RATIO * second.distance) pairs.push([best.queryIdx, best.trainIdx]);
    }
    return pairs;
  });
}
