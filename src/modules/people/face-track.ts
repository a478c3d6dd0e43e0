import type { Face } from '../../models/faces/index.ts';

/** Templates that a track keeps, those of the best pictures. */
const MAX_SAMPLES = 8;
/** Seconds between two templates of a track: pictures of the same moment say the same. */
const SAMPLE_SECONDS = 0.4;
/** Size in pixels from which a face shows all that the recognizer uses. */
const FULL_SIZE_PIXELS = 80;

/** A face of more than this height in fractions of the picture, and less confidence, needs a person around it. */
const LARGE = { height: 0.25, confidence: 0.85 } as const;

/**
 * Minimum cosine of two pictures a quarter of a second apart, and the quality from which it is meaningful. Of pairs of
 * two of the people whose pictures limits are chosen with, 0.1% are above it (9% above 0.9); one face is never below
 * 0.94 (bench/people.ts).
 */
const MIN_CONTINUITY = 0.93;
const CLEAR_QUALITY = 0.3;

interface TrackedFace {
  readonly time: number;
  readonly face: Face;
}

interface Sample {
  readonly time: number;
  readonly quality: number;
  readonly template: Float32Array;
}

/** One face while it stays in sight within a shot. */
export class FaceTrack {
  readonly start: number;
  end: number;
  /** Time of the last still that showed it. */
  seen: number;
  readonly places: TrackedFace[] = [];
  /** Whether a still that shows the face was searched for people, and whether one of them is around the face. */
  isCompared = false;
  isOfPerson = false;
  /** JPEG of the best picture. */
  thumbnail: Uint8Array | null = null;
  #samples: Sample[] = [];
  #confidence = 0;

  /** @param start when the frame that shows it appeared; may precede `time` */
  constructor(start: number, time: number, face: Face) {
    this.start = start;
    this.end = time;
    this.seen = time;
    this.see(time, face);
  }

  get confidence(): number {
    return this.#confidence;
  }

  /** Of the best template, 0..1. */
  get quality(): number {
    return Math.max(0, ...this.#samples.map(({ quality }) => quality));
  }

  /** Whether it may be a face: a large one belongs to a person who is large enough to be found, unless it is sure. */
  get isPlausible(): boolean {
    const isLarge = this.places.every(({ face }) => face.height > LARGE.height);
    return this.isOfPerson || !this.isCompared || !isLarge || this.#confidence >= LARGE.confidence;
  }

  see(time: number, face: Face): void {
    this.places.push({ time, face });
    this.seen = time;
    this.end = Math.max(this.end, time);
    this.#confidence = Math.max(this.#confidence, face.confidence);
  }

  /** Where the face is expected at a time, if it goes on as in the last two stills. */
  expectedAt(time: number): Face {
    const [last, before] = [this.places.at(-1)!, this.places.at(-2)];
    if (!before || last.time <= before.time) return last.face;
    const share = Math.min(1, (time - last.time) / (last.time - before.time));
    return {
      ...last.face,
      x: last.face.x + share * (last.face.x - before.face.x),
      y: last.face.y + share * (last.face.y - before.face.y),
    };
  }

  /** Whether a template of a picture of this quality would be of use. */
  wants(time: number, quality: number): boolean {
    const near = this.#samples.find((sample) => time - sample.time < SAMPLE_SECONDS);
    if (near) return quality > 1.15 * near.quality;
    return this.#samples.length < MAX_SAMPLES || quality > this.#samples.at(-1)!.quality;
  }

  /** Adds a template; true if it is the best one. */
  add(sample: Sample): boolean {
    const apart = this.#samples.filter(({ time }) => sample.time - time >= SAMPLE_SECONDS);
    this.#samples = [...apart, sample].sort((a, b) => b.quality - a.quality).slice(0, MAX_SAMPLES);
    return this.#samples[0] === sample;
  }

  /**
   * Whether a picture of this quality shows the same face, and not another one at the same place after an unseen cut.
   */
  isLike(template: Float32Array, quality: number): boolean {
    const own = this.template();
    if (!own || Math.min(quality, this.quality) < CLEAR_QUALITY) return true;
    return own.reduce((sum, value, i) => sum + value * template[i]!, 0) >= MIN_CONTINUITY;
  }

  /** Takes the last still back, which showed another face. */
  unsee(): void {
    this.places.pop();
    this.seen = this.places.at(-1)?.time ?? this.start;
    this.end = this.seen;
  }

  /** Mean of the templates, weighted by quality; null without one. */
  template(): Float32Array | null {
    const [first] = this.#samples;
    if (!first) return null;
    const sum = new Float32Array(first.template.length);
    for (const { template, quality } of this.#samples) {
      for (let i = 0; i < sum.length; i++) sum[i]! += quality * template[i]!;
    }
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  }
}

/**
 * How well a picture of this size in pixels shows a face, 0..1: its confidence, size, and how far it is turned away.
 * Pure.
 */
export function qualityOf(face: Face, width: number, height: number): number {
  const size = Math.min(1, (face.width * width) / FULL_SIZE_PIXELS);
  const [left, right, nose] = face.landmarks;
  const eyes = Math.hypot((right.x - left.x) * width, (right.y - left.y) * height) || 1;
  const aside = Math.abs(nose.x - (left.x + right.x) / 2) * width;
  const frontal = Math.max(0.1, 1 - (2 * aside) / eyes);
  return face.confidence * size * frontal;
}
