import type { Detection, ObjectLabel } from '../../models/objects/index.ts';

/** A detection this sure is reported even when it was seen once. */
export const SINGLE_SIGHTING_CONFIDENCE = 0.4;
/** Seen again, or in a picture that stands still, this is enough. Tuned on photos: all true labels lie above. */
export const REPEATED_SIGHTING_CONFIDENCE = 0.26;
/** Minimum confidence that extends an existing finding. */
export const MIN_CONFIDENCE = 0.2;
/** Maximum time out of sight within a shot, in seconds. */
export const BRIDGE_SECONDS = 2;
/** Time after which an unchanged frame counts as another sighting, in seconds. */
const SEEN_AGAIN_SECONDS = 0.4;
/** Maximum moments whose boxes a track keeps. */
const MAX_MOMENTS = 12;

/** Detections of one label in one still, highest confidence first. */
export interface Moment {
  readonly time: number;
  readonly detections: readonly Detection[];
}

/** One label within one shot, while it stays in sight. */
export class Track {
  readonly label: ObjectLabel;
  readonly start: number;
  end: number;
  /** Whether the last still showed it. */
  present = true;
  best: Moment;
  latest: Moment;
  /** Best moment with a saved still. */
  evidence: { time: number; confidence: number } | null = null;
  count = 0;
  moments: Moment[] = [];
  #every = 1;
  #looks = 0;
  #confidenceSum = 0;
  #sightings = 0;
  #lastSighting = Number.NEGATIVE_INFINITY;

  /** @param start when the frame that shows it appeared; may precede `moment.time` */
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

  /** Number of observed stills and the sum of their highest confidences. */
  get looks(): { count: number; confidenceSum: number } {
    return { count: this.#looks, confidenceSum: this.#confidenceSum };
  }

  /** Whether the track is reliable enough to report. */
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

  /** Extends the track to `time`: the frame has not changed. */
  hold(time: number): void {
    this.end = Math.max(this.end, time);
    if (time - this.#lastSighting < SEEN_AGAIN_SECONDS) return;
    this.#sightings++;
    this.#lastSighting = time;
  }
}
