import type { Detection, ObjectLabel } from '../../models/objects/index.ts';

/** A detection this sure is reported even when it was seen once. */
const SINGLE_SIGHTING_CONFIDENCE = 0.4;
/** Seen again, or in a picture that stands still, this is enough. Tuned on photos: all true labels lie above. */
const REPEATED_SIGHTING_CONFIDENCE = 0.26;
/** What keeps a finding going once it has begun. */
export const MIN_CONFIDENCE = 0.2;
/** Seconds for which something may be out of sight within a shot. */
export const BRIDGE_SECONDS = 2;
/** Seconds after which the same unchanged picture counts as seen again. */
const SEEN_AGAIN_SECONDS = 0.4;
/** Moments whose boxes are kept for a finding. */
const MAX_MOMENTS = 12;

/** One label in one picture, the surest detection first. */
export interface Moment {
  readonly time: number;
  readonly detections: readonly Detection[];
}

/** One label within one shot, as long as it stays in sight. */
export class Track {
  readonly label: ObjectLabel;
  readonly start: number;
  end: number;
  /** Whether it was in the last picture. */
  present = true;
  best: Moment;
  latest: Moment;
  /** Best moment of which a still is kept. */
  evidence: { time: number; confidence: number } | null = null;
  count = 0;
  moments: Moment[] = [];
  #every = 1;
  #looks = 0;
  #confidenceSum = 0;
  #sightings = 0;
  #lastSighting = Number.NEGATIVE_INFINITY;

  /** @param start where the picture that shows it began; may be before `moment.time` */
  constructor(start: number, moment: Moment) {
    this.label = moment.detections[0]!.label;
    this.start = start;
    this.end = moment.time;
    this.best = moment;
    this.latest = moment;
    this.see(moment);
  }

  get confidence(): number {
    return this.best.detections[0]!.confidence;
  }

  /** Pictures that were looked at, and the sum of their best confidences. */
  get looks(): { count: number; confidenceSum: number } {
    return { count: this.#looks, confidenceSum: this.#confidenceSum };
  }

  /** Whether it is worth a finding. */
  get reportable(): boolean {
    return (
      this.confidence >= SINGLE_SIGHTING_CONFIDENCE ||
      (this.confidence >= REPEATED_SIGHTING_CONFIDENCE && this.#sightings >= 2)
    );
  }

  see(moment: Moment): void {
    const { confidence } = moment.detections[0]!;
    if (confidence > this.confidence) this.best = moment;
    this.latest = moment;
    this.present = true;
    this.count = Math.max(
      this.count,
      moment.detections.filter((one) => one.confidence >= REPEATED_SIGHTING_CONFIDENCE).length,
      1,
    );
    if (this.#looks % this.#every === 0) this.moments.push(moment);
    if (this.moments.length > MAX_MOMENTS) {
      this.moments = this.moments.filter((_, index) => index % 2 === 0);
      this.#every *= 2;
    }
    this.#looks++;
    this.#confidenceSum += confidence;
    this.#sightings++;
    this.#lastSighting = moment.time;
  }

  /** The picture has not changed until `time`. */
  hold(time: number): void {
    this.end = Math.max(this.end, time);
    if (time - this.#lastSighting < SEEN_AGAIN_SECONDS) return;
    this.#sightings++;
    this.#lastSighting = time;
  }
}
