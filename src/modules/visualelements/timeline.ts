import type { Detection, ObjectLabel } from '../../models/objects/index.ts';
import { BRIDGE_SECONDS, MIN_CONFIDENCE, type Moment, Track } from './track.ts';

/** A still that is so much surer is worth keeping as better evidence. */
const BETTER_EVIDENCE = 0.15;

/** A picture that was looked at. */
export interface Observation {
  readonly time: number;
  /** Set when the shot changed since the last look: when the last picture went, and when this one came. */
  readonly cut: { readonly gone: number; readonly came: number } | null;
  readonly detections: readonly Detection[];
}

/** Joins what single pictures show into tracks per label. Pictures come in the order of time. */
export class Timeline {
  readonly #open = new Map<ObjectLabel, Track>();
  readonly #done: Track[] = [];

  /** Takes a picture in. True when its still should be kept as evidence; {@link keep} says that it was. */
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

  /** The still of the last look has been kept. */
  keep(): void {
    for (const track of this.#open.values()) {
      if (!track.present) continue;
      const { time, detections } = track.latest;
      const { confidence } = detections[0]!;
      if (!track.evidence || confidence > track.evidence.confidence) track.evidence = { time, confidence };
    }
  }

  /** The picture of the last look is still there at `time`, unchanged. True as {@link observe}. */
  hold(time: number): boolean {
    let wanted = false;
    for (const track of this.#open.values()) {
      if (!track.present) continue;
      track.hold(time);
      wanted ||= wantsEvidence(track);
    }
    return wanted;
  }

  /** Ends at `time` seconds. The tracks worth reporting, in the order of their starts. */
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
      if (track.reportable) this.#done.push(track);
    }
  }
}

function wantsEvidence(track: Track): boolean {
  const { confidence } = track.latest.detections[0]!;
  return track.evidence ? confidence >= track.evidence.confidence + BETTER_EVIDENCE : track.reportable;
}

/** The detections of each label, the surest first. */
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
