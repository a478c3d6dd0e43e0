import { type Face, overlap } from '../../models/faces/index.ts';
import { FaceTrack } from './face-track.ts';

/** Minimum confidence of a face that continues a track. */
export const MIN_CONFIDENCE = 0.45;
/** Minimum confidence of what starts a track, and of what is seen once. */
const FACE_CONFIDENCE = { start: 0.65, single: 0.8 } as const;
/** Maximum time out of sight within a shot, in seconds. */
const BRIDGE_SECONDS = 1;
/** Overlap with the expected place, or else the distance in widths of the face. */
const MIN_OVERLAP = 0.2;
const MAX_DISTANCE = 0.9;

/** Joins faces, or heads, in single stills into tracks. Stills arrive in time order. */
export class FaceTracker {
  readonly #confidence: { readonly start: number; readonly single: number };
  #open: FaceTrack[] = [];
  readonly #done: FaceTrack[] = [];

  constructor(confidence: { readonly start: number; readonly single: number } = FACE_CONFIDENCE) {
    this.#confidence = confidence;
  }

  /**
   * Adds the faces of a still; returns those in sight with their tracks.
   * @param cut set if the shot changed since the last still: when its last frame disappeared, and when this one
   * appeared
   */
  observe(
    time: number,
    cut: { gone: number; came: number } | null,
    faces: readonly Face[],
  ): { track: FaceTrack; face: Face }[] {
    if (cut) {
      this.hold(cut.gone);
      this.#close(() => true);
    }
    const pairs = this.#open
      .flatMap((track) => faces.map((face) => ({ track, face, score: similarity(track.expectedAt(time), face) })))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const matched = new Map<Face, FaceTrack>();
    for (const { track, face } of pairs) {
      if (matched.has(face) || [...matched.values()].includes(track)) continue;
      matched.set(face, track);
      track.see(time, face);
    }
    this.#close((track) => time - track.seen > BRIDGE_SECONDS);
    for (const face of faces) {
      if (matched.has(face) || face.confidence < this.#confidence.start) continue;
      const track = new FaceTrack(cut?.came ?? time, time, face);
      this.#open.push(track);
      matched.set(face, track);
    }
    return [...matched].map(([face, track]) => ({ track, face }));
  }

  /** Ends a track before its last still, which shows another face, and starts one with it. */
  divide(track: FaceTrack, time: number, face: Face): FaceTrack {
    track.unsee();
    this.#close((one) => one === track);
    const next = new FaceTrack(time, time, face);
    this.#open.push(next);
    return next;
  }

  /** Whether a track is worth reporting, as far as it goes. */
  isKept(track: FaceTrack): boolean {
    return track.places.length > 1 || track.confidence >= this.#confidence.single;
  }

  /** Extends what the last still showed to `time`: the frame has not changed. */
  hold(time: number): void {
    const last = Math.max(...this.#open.map(({ seen }) => seen));
    for (const track of this.#open) if (track.seen === last) track.end = Math.max(track.end, time);
  }

  /** Closes all tracks at `time` seconds; returns those worth reporting, by start. */
  finish(time: number): FaceTrack[] {
    this.hold(time);
    this.#close(() => true);
    return this.#done.sort((a, b) => a.start - b.start);
  }

  #close(ends: (track: FaceTrack) => boolean): void {
    for (const track of this.#open.filter(ends)) {
      if (this.isKept(track)) this.#done.push(track);
    }
    this.#open = this.#open.filter((track) => !ends(track));
  }
}

/** How likely a face is the expected one: overlap, or nearness at a similar size; 0 for another one. */
function similarity(expected: Face, face: Face): number {
  const { iou } = overlap(expected, face);
  if (iou >= MIN_OVERLAP) return 1 + iou;
  const ratio = expected.width / face.width;
  if (ratio < 0.6 || ratio > 1.7) return 0;
  const across = (expected.x + expected.width / 2 - face.x - face.width / 2) / face.width;
  const down = (expected.y + expected.height / 2 - face.y - face.height / 2) / face.height;
  return Math.max(0, 1 - Math.hypot(across, down) / MAX_DISTANCE);
}
