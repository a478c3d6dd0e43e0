import { DESCRIPTOR_PART_SIZE as PART_SIZE } from '../../contract/search/visual.ts';
import directions from './common-directions.json' with { type: 'json' };

/**
 * Directions in which unrelated pictures differ most, such as sharp from unsharp: the first principal components of
 * whole pictures, of 528 crops of the shared photos to 4 to 90 % of their area. What remains without them distinguishes
 * pictures ("All-but-the-Top", Mu and Viswanath 2018, arXiv:1702.01417). Sixteen unit vectors, one after the other,
 * stored in thousandths.
 */
const COMMON = Float32Array.from(directions.flat(), (value) => value / 1000);

/** Returns a function that compares a descriptor with `query`: the best cosine of a whole picture with any part. */
export function similarityTo(query: Int8Array): (other: Int8Array) => number {
  return bestOf(
    partsOf(query, (part) => part),
    lengthOf,
  );
}

/**
 * The same without what unrelated pictures have in common: ranks pictures better, but is no measure of how alike two
 * are, since little remains of plain ones.
 */
export function distinctnessTo(query: Int8Array): (other: Int8Array) => number {
  return bestOf(partsOf(query, withoutCommon), distinctLength);
}

/** A part of a descriptor without what unrelated pictures have in common. */
export function distinctPart(descriptor: Int8Array, part: number): Float32Array {
  return withoutCommon(partsOf(descriptor, (each) => each)[part]!);
}

/** @param lengthAt length of a part of a descriptor, given where it begins */
function bestOf(own: readonly Float32Array[], lengthAt: (descriptor: Int8Array, at: number) => number) {
  const units = own.map((part) => {
    const length = Math.hypot(...part) || 1;
    return part.map((value) => value / length);
  });
  return (other: Int8Array): number => {
    let best = -1;
    for (let at = 0; at < other.length; at += PART_SIZE) {
      const length = lengthAt(other, at);
      best = Math.max(best, dot(units[0]!, other, at) / length);
      if (at > 0) continue;
      for (let part = 1; part < units.length; part++) best = Math.max(best, dot(units[part]!, other, 0) / length);
    }
    return best;
  };
}

function partsOf(descriptor: Int8Array, change: (part: Float32Array) => Float32Array): Float32Array[] {
  return Array.from({ length: descriptor.length / PART_SIZE }, (_, part) =>
    change(Float32Array.from(descriptor.subarray(part * PART_SIZE, (part + 1) * PART_SIZE))),
  );
}

function withoutCommon(part: Float32Array): Float32Array {
  const rest = part.slice();
  for (let first = 0; first < COMMON.length; first += PART_SIZE) {
    let along = 0;
    for (let i = 0; i < PART_SIZE; i++) along += COMMON[first + i]! * part[i]!;
    for (let i = 0; i < PART_SIZE; i++) rest[i]! -= along * COMMON[first + i]!;
  }
  return rest;
}

function lengthOf(descriptor: Int8Array, at: number): number {
  return Math.sqrt(squareOf(descriptor, at)) || 1;
}

const scratch = new Float64Array(PART_SIZE);

/**
 * Length of what remains of a part without the common directions, four at a time: sums that wait for each other take
 * three times as long.
 */
function distinctLength(descriptor: Int8Array, at: number): number {
  scratch.set(descriptor.subarray(at, at + PART_SIZE));
  let square = squareOf(descriptor, at);
  for (let first = 0; first < COMMON.length; first += 4 * PART_SIZE) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < PART_SIZE; i++) {
      const value = scratch[i]!;
      const from = first + i;
      a += value * COMMON[from]!;
      b += value * COMMON[from + PART_SIZE]!;
      c += value * COMMON[from + 2 * PART_SIZE]!;
      d += value * COMMON[from + 3 * PART_SIZE]!;
    }
    square -= a * a + b * b + c * c + d * d;
  }
  // The stored directions are rounded.
  return Math.sqrt(Math.max(1, square));
}

function squareOf(descriptor: Int8Array, at: number): number {
  let sum = 0;
  for (let i = at; i < at + PART_SIZE; i++) sum += descriptor[i]! * descriptor[i]!;
  return sum;
}

function dot(vector: Float32Array, descriptor: Int8Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < PART_SIZE; i++) sum += vector[i]! * descriptor[at + i]!;
  return sum;
}
