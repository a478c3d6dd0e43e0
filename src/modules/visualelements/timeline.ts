import type { Detection, ObjectLabel } from '../../models/objects/index.ts';
import { BRIDGE_SECONDS, MIN_CONFIDENCE, type Moment, Track } from './track.ts';

/** Minimum gain in confidence for saving a better still as evidence. */
const BETTER_EVIDENCE = 0.15;

/** Detections in one still. */
export interface Observation {
  readonly time: number;
  /**
   * Set if the shot changed since the last observation: when the last frame disappeared, and when this one appeared.
   */
  readonly cut: { readonly gone: number; readonly came: number } | null;
  readonly detections: readonly Detection[];
}

/** Joins detections in single stills into tracks per label. Stills arrive in time order. */
export class Timeline {
  readonly #open = new Map<ObjectLabel, Track>();
  readonly #done: Track[] = [];
  /** Tracks that are not worth reporting. */
  readonly dropped: Track[] = [];

  /** Adds a still. Returns true if it should be saved as evidence; confirm with {@link keep}. */
  observe({ time, cut, detections }: Observation): boolean {
    this.#reach(cut?.gone ?? time);
    if (cut) this.#close(() => true);
    const moments = byLabel(time, detections);
    for (const track of this.#open.values()) track.present = moments.has(track.label);
    this.#close((track) => !track.present && time - track.end > BRIDGE_SECONDS);
    let wanted = false;
    for (const [label, moment] of moments) {
      const track = this.#open.get(label);
      if (track) track.see(moment);
      else this.#open.set(label, new Track(cut?.came ?? time, moment));
      wanted ||= wantsEvidence(this.#open.get(label)!);
    }
    return wanted;
  }

  /** Records that the still of the last observation was saved. */
  keep(): void {
    for (const track of this.#open.values()) {
      if (!track.present) continue;
      const { time, detections } = track.latest;
      const { confidence } = detections[0]!;
      if (!track.evidence || confidence > track.evidence.confidence) track.evidence = { time, confidence };
    }
  }

  /** Extends the last observation to `time`: the frame has not changed. Returns as {@link observe}. */
  hold(time: number): boolean {
    let wanted = false;
    for (const track of this.#open.values()) {
      if (!track.present) continue;
      track.hold(time);
      wanted ||= wantsEvidence(track);
    }
    return wanted;
  }

  /** Closes all tracks at `time` seconds. Returns those worth reporting, by start. */
  finish(time: number): Track[] {
    this.#reach(time);
    this.#close(() => true);
    return this.#done.sort((a, b) => a.start - b.start || b.confidence - a.confidence);
  }

  #reach(time: number): void {
    for (const track of this.#open.values()) if (track.present) track.end = Math.max(track.end, time);
  }

  #close(ends: (track: Track) => boolean): void {
    for (const track of this.#open.values()) {
      if (!ends(track)) continue;
      this.#open.delete(track.label);
      (track.reportable ? this.#done : this.dropped).push(track);
    }
  }
}

function wantsEvidence(track: Track): boolean {
  const { confidence } = track.latest.detections[0]!;
  return track.evidence ? confidence >= track.evidence.confidence + BETTER_EVIDENCE : track.reportable;
}

/** Groups detections by label, highest confidence first. */
function byLabel(time: number, detections: readonly Detection[]): Map<ObjectLabel, Moment> {
  const groups = Map.groupBy(
    detections.filter((detection) => detection.confidence >= MIN_CONFIDENCE),
    (detection) => detection.label,
  );
  return new Map(
    [...groups].map(([label, group]) => [
      label,
      { time, detections: group.toSorted((a, b) => b.confidence - a.confidence) },
    ]),
  );
}
