import { OBJECT_LABELS, type ObjectLabel } from '../../core/labels/object-labels.ts';

/** Object in a still; the box is in fractions (0..1) of the image. */
export interface Detection {
  readonly label: ObjectLabel;
  /** 0..1; CenterNet's heat at the object's center. Typically low: 0.3 is plausible, 0.5 is certain. */
  readonly confidence: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Network output for one view of an image. */
export interface HeatMaps {
  readonly rows: number;
  readonly columns: number;
  /** [80, rows, columns]: heat of each class's center in each cell. */
  readonly heat: Float32Array;
  /** [4, rows, columns]: distance from the cell to the left, top, right and bottom edge, in pixels of the view. */
  readonly edges: Float32Array;
}

/** Cell size in pixels of the view. */
const CELL = 4;
const SAME_OBJECT_OVERLAP = 0.5;
/** Boxes may differ more between views: one may contain the whole object and the other only a part. */
const SAME_OBJECT_SHARE = 0.75;
/** Of two classes at one place, the weaker is dropped unless it is nearly as confident. */
const RIVAL_OVERLAP = 0.55;
const RIVAL_CONFIDENCE = 0.8;

/**
 * Decodes the objects in one view: local maxima of the heat (Zhou et al. 2019, "Objects as Points", arXiv:1904.07850),
 * one per object and class.
 */
export function decodeView(maps: HeatMaps, minConfidence: number): Detection[] {
  const { rows, columns, heat, edges } = maps;
  const cells = rows * columns;
  const found: Detection[] = [];
  for (const [index, label] of OBJECT_LABELS.entries()) {
    const plane = heat.subarray(index * cells, (index + 1) * cells);
    for (let cell = 0; cell < cells; cell++) {
      const confidence = plane[cell]!;
      if (confidence < minConfidence || !isPeak(plane, cell, rows, columns)) continue;
      const [x, y] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
      const left = clamp((x - edges[cell]!) / (columns * CELL));
      const top = clamp((y - edges[cells + cell]!) / (rows * CELL));
      const right = clamp((x + edges[2 * cells + cell]!) / (columns * CELL));
      const bottom = clamp((y + edges[3 * cells + cell]!) / (rows * CELL));
      if (right <= left || bottom <= top) continue;
      found.push({ label, confidence, x: left, y: top, width: right - left, height: bottom - top });
    }
  }
  return keepBest(found, (a, b) => a.label === b.label && overlap(a, b).iou > SAME_OBJECT_OVERLAP);
}

/** Merges the detections of several views: each object once with its highest confidence, most confident first. */
export function joinViews(views: readonly (readonly Detection[])[]): Detection[] {
  const viewOf = new Map(views.flatMap((view, index) => view.map((detection) => [detection, index] as const)));
  const objects = keepBest([...viewOf.keys()], (a, b) => {
    if (a.label !== b.label || viewOf.get(a) === viewOf.get(b)) return false;
    const { iou, share } = overlap(a, b);
    return iou > SAME_OBJECT_OVERLAP || share > SAME_OBJECT_SHARE;
  });
  return keepBest(objects, (kept, other) => {
    if (kept.label === other.label || other.confidence > RIVAL_CONFIDENCE * kept.confidence) return false;
    return overlap(kept, other).iou > RIVAL_OVERLAP;
  });
}

/** Non-maximum suppression: drops detections that a more confident kept one `beats`. */
function keepBest(
  detections: readonly Detection[],
  beats: (kept: Detection, other: Detection) => boolean,
): Detection[] {
  const best: Detection[] = [];
  for (const detection of detections.toSorted((a, b) => b.confidence - a.confidence)) {
    if (!best.some((better) => beats(better, detection))) best.push(detection);
  }
  return best;
}

/** Intersection over union, and over the smaller box. */
function overlap(a: Detection, b: Detection): { iou: number; share: number } {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return { iou: 0, share: 0 };
  const [both, areaA, areaB] = [width * height, a.width * a.height, b.width * b.height];
  return { iou: both / (areaA + areaB - both), share: both / Math.min(areaA, areaB) };
}

function isPeak(plane: Float32Array, cell: number, rows: number, columns: number): boolean {
  const [row, column, value] = [Math.floor(cell / columns), cell % columns, plane[cell]!];
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (plane[y * columns + x]! > value) return false;
    }
  }
  return true;
}

function clamp(fraction: number): number {
  return Math.max(0, Math.min(1, fraction));
}
