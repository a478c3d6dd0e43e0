import { createRequire } from 'node:module';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Matrix in WebAssembly memory; must be freed with `delete`. */
export interface Mat {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data64F: Float64Array;
  delete(): void;
}
interface KeyPoints {
  size(): number;
  get(index: number): { pt: { x: number; y: number } };
  delete(): void;
}
interface Matches {
  size(): number;
  get(index: number): { size(): number; get(index: number): { queryIdx: number; trainIdx: number; distance: number } };
  delete(): void;
}
type Size = object;

/** The subset of OpenCV's API in use. */
export interface OpenCv {
  Mat: new (rows?: number, cols?: number, type?: number) => Mat;
  Size: new (width: number, height: number) => Size;
  KeyPointVector: new () => KeyPoints;
  DMatchVectorVector: new () => Matches;
  ORB: new (
    features: number,
  ) => {
    setFastThreshold(level: number): void;
    detectAndCompute(picture: Mat, mask: Mat, points: KeyPoints, descriptors: Mat): void;
    delete(): void;
  };
  BFMatcher: new (
    norm: number,
    crossCheck: boolean,
  ) => { knnMatch(query: Mat, train: Mat, matches: Matches, k: number): void; delete(): void };
  matFromArray(rows: number, cols: number, type: number, data: ArrayLike<number>): Mat;
  resize(from: Mat, to: Mat, size: Size, fx: number, fy: number, interpolation: number): void;
  findHomography(from: Mat, to: Mat, method: number, threshold: number): Mat;
  setRNGSeed(seed: number): void;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly CV_32FC2: number;
  readonly INTER_AREA: number;
  readonly NORM_HAMMING: number;
  readonly RANSAC: number;
}

let loading: Promise<{ cv: OpenCv }> | undefined;

/**
 * Loads OpenCV's WebAssembly build (13 MB) at first use. The module has a `then` method that never settles a promise,
 * so it is wrapped in an object and never awaited directly.
 * @throws ReelscopeError `model_unavailable`
 */
export function openCv(): Promise<{ cv: OpenCv }> {
  loading ??= load();
  return loading;
}

async function load(): Promise<{ cv: OpenCv }> {
  try {
    // Not `import`: module loaders that re-export members would expose its `then`.
    const cv: OpenCv & { onRuntimeInitialized?: () => void } = createRequire(import.meta.url)(
      '@techstark/opencv-js/dist/opencv.js',
    );
    if (!cv.Mat) {
      await new Promise<void>((resolve) => {
        cv.onRuntimeInitialized = () => resolve();
      });
    }
    return { cv };
  } catch (cause) {
    loading = undefined;
    throw new ReelscopeError('model_unavailable', sentence('engine.opencv'), { cause });
  }
}

/** Frees everything registered during `work`, even after an error. */
export function scoped<Result>(
  work: (own: <Thing extends { delete(): void }>(thing: Thing) => Thing) => Result,
): Result {
  const owned: { delete(): void }[] = [];
  try {
    return work((thing) => {
      owned.push(thing);
      return thing;
    });
  } finally {
    for (const thing of owned) thing.delete();
  }
}
