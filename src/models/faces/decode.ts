/** A point in fractions (0..1) of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A face in a picture; all in fractions (0..1) of the picture. */
export interface Face {
  /** 0..1 */
  readonly confidence: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Eyes, nose, and mouth, as they appear from left to right, or from top to bottom. */
  readonly landmarks: readonly [leftEye: Point, rightEye: Point, nose: Point, mouth: Point];
}

/** Output of the network at one of its two strides. */
export interface FaceMaps {
  /** Pixels of the view per cell. */
  readonly stride: number;
  readonly rows: number;
  readonly columns: number;
  /** [anchors, rows, columns], before the sigmoid. */
  readonly scores: Float32Array;
  /** [anchors * 16, rows, columns]: center, size, and six points of the face, in pixels from the center of the cell. */
  readonly shapes: Float32Array;
}

const NUMBERS = 16;
const SAME_FACE_OVERLAP = 0.3;
/** One box may be around the head, another one around the middle of the face. */
const SAME_FACE_SHARE = 0.65;

/** Decodes the faces in one view with at least `minConfidence`, overlapping ones included. */
export function decodeFaces(maps: FaceMaps, minConfidence: number): Face[] {
  const { stride, rows, columns, scores, shapes } = maps;
  const cells = rows * columns;
  const minScore = Math.log(minConfidence / (1 - minConfidence));
  const found: Face[] = [];
  for (let index = 0; index < scores.length; index++) {
    if (scores[index]! < minScore) continue;
    const [anchor, cell] = [Math.floor(index / cells), index % cells];
    const value = (number: number) => shapes[(anchor * NUMBERS + number) * cells + cell]!;
    const [centerX, centerY] = [stride * ((cell % columns) + 0.5), stride * (Math.floor(cell / columns) + 0.5)];
    const point = (number: number): Point => ({
      x: (centerX + value(number)) / (columns * stride),
      y: (centerY + value(number + 1)) / (rows * stride),
    });
    const center = point(0);
    const [width, height] = [value(2) / (columns * stride), value(3) / (rows * stride)];
    found.push({
      confidence: 1 / (1 + Math.exp(-scores[index]!)),
      x: center.x - width / 2,
      y: center.y - height / 2,
      width,
      height,
      landmarks: [point(4), point(6), point(8), point(10)],
    });
  }
  return found;
}

/** Merges overlapping faces, also of several views: the most confident remains. Most confident first. */
export function mergeFaces(faces: readonly Face[]): Face[] {
  const best: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.confidence - a.confidence)) {
    const isKnown = best.some((better) => {
      const { iou, share } = overlap(better, face);
      return iou > SAME_FACE_OVERLAP || share > SAME_FACE_SHARE;
    });
    if (!isKnown) best.push(face);
  }
  return best;
}

type Rectangle = Pick<Face, 'x' | 'y' | 'width' | 'height'>;

/** Intersection over union, and over the smaller rectangle. */
export function overlap(a: Rectangle, b: Rectangle): { iou: number; share: number } {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return { iou: 0, share: 0 };
  const [both, areaA, areaB] = [width * height, a.width * a.height, b.width * b.height];
  return { iou: both / (areaA + areaB - both), share: both / Math.min(areaA, areaB) };
}
