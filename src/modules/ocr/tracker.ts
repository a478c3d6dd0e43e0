import type { Area } from './area.ts';
import { overlapOf, rowOverlap, travel } from './area.ts';
import { grows, numbersDiffer, sameClock, similarity } from './similarity.ts';
import type { LineSighting } from './text-line.ts';
import { Votes } from './votes.ts';

/** One line of text followed over time. */
export interface LineTrack {
  readonly id: number;
  readonly votes: Votes;
  /** Where it was, in time order, one entry per still read. */
  readonly places: { time: number; box: Area }[];
  /** First still that shows it. */
  start: number;
  /** The previous still; null if there is none. */
  before: number | null;
  /** Last still that shows it. */
  lastSeen: number;
  /** First still after `lastSeen` that does not show it; null while it is visible. */
  goneAt: number | null;
}

/** A line may go unread for this long (seconds), behind a hand or in a blur, and still be the same one. */
const GAP_SECONDS = 1.6;
/** Similarity from which two readings are one text wherever it moved, and from which they are when in place. */
const SAME_TEXT = 0.8;
const SAME_PLACE_TEXT = 0.5;
const SAME_PLACE_OVERLAP = 0.5;
/** Maximum movement of a line between two stills, in fractions of the frame (fast credits: 0.3 in 0.5 s). */
const MAX_TRAVEL = 0.4;
const MAX_SIZE_RATIO = 2;
/** From this confidence on, a differing digit is a different number and not a misreading. */
const SURE = 0.9;

/** Follows lines from still to still. Times must not run backwards. */
export class LineTracker {
  readonly #open = new Set<LineTrack>();
  #lastTime: number | null = null;
  #nextId = 0;

  /** Takes the lines of a still. Returns the tracks that ended for good. */
  observe(time: number, lines: readonly LineSighting[]): LineTrack[] {
    const pairs = [...this.#open]
      .flatMap((track) => lines.map((line) => ({ track, line, score: matchScore(track, line, time) })))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const taken = new Set<LineSighting>();
    const seen = new Set<LineTrack>();
    for (const { track, line } of pairs) {
      if (taken.has(line) || seen.has(track)) continue;
      taken.add(line);
      seen.add(track);
      extend(track, time, line);
    }
    for (const track of this.#open) if (!seen.has(track)) track.goneAt ??= time;
    for (const line of lines) if (!taken.has(line)) this.#open.add(this.#begin(time, line));
    this.#lastTime = time;
    return this.#close((track) => track.goneAt !== null && time - track.goneAt > GAP_SECONDS);
  }

  /** Adds a still without changes. */
  carry(time: number): void {
    for (const track of this.#open) {
      if (track.goneAt !== null) continue;
      track.lastSeen = time;
      track.votes.repeat();
    }
    this.#lastTime = time;
  }

  /** Lines that the last still showed or that may come back. */
  get open(): Iterable<LineTrack> {
    return this.#open;
  }

  /** Ends the tracks that are still open and returns them. Those still visible keep `goneAt` null. */
  finish(): LineTrack[] {
    return this.#close(() => true);
  }

  #begin(time: number, line: LineSighting): LineTrack {
    const track: LineTrack = {
      id: this.#nextId++,
      votes: new Votes(),
      places: [],
      start: time,
      before: this.#lastTime,
      lastSeen: time,
      goneAt: null,
    };
    extend(track, time, line);
    return track;
  }

  #close(ended: (track: LineTrack) => boolean): LineTrack[] {
    const tracks = [...this.#open].filter(ended);
    for (const track of tracks) this.#open.delete(track);
    return tracks;
  }
}

function extend(track: LineTrack, time: number, { reading, box }: LineSighting): void {
  track.votes.add(reading);
  track.places.push({ time, box });
  track.lastSeen = time;
  track.goneAt = null;
}

/** How well a line continues a track; 0 when it does not. */
function matchScore(track: LineTrack, { reading, box }: LineSighting, time: number): number {
  if (time - track.lastSeen > GAP_SECONDS) return 0;
  const place = expectedPlace(track, time);
  const ratio = box.height / place.height;
  if (ratio > MAX_SIZE_RATIO || ratio < 1 / MAX_SIZE_RATIO) return 0;
  const known = track.votes.winner();
  const sure = Math.min(known.confidence, reading.confidence) >= SURE;
  const overlap = overlapOf(place, box);
  // A running clock is one text, instead of one for each second.
  if (overlap >= SAME_PLACE_OVERLAP && sameClock(track.votes.last, reading.text)) return 1 + overlap;
  if (sure && numbersDiffer(known.text, reading.text)) return 0;
  const alike = Math.max(similarity(known.text, reading.text), similarity(track.votes.last, reading.text));
  if (alike >= SAME_TEXT && travel(place, box) <= MAX_TRAVEL) return alike + overlap + (1 - travel(place, box));
  // Two sure readings that are merely alike are two texts, one after the other.
  if (!sure && alike >= SAME_PLACE_TEXT && overlap >= SAME_PLACE_OVERLAP) return alike + overlap;
  const grown = grows(known.text, reading.text) || grows(reading.text, known.text);
  const sameRow = rowOverlap(place, box) >= 0.6 && Math.abs(place.x - box.x) <= Math.max(place.height, box.height);
  return grown && sameRow ? 0.9 : 0;
}

/** Extrapolates the position of the line to `time`. */
function expectedPlace({ places }: LineTrack, time: number): Area {
  const last = places.at(-1)!;
  const previous = places.at(-2);
  if (!previous || last.time <= previous.time) return last.box;
  const steps = Math.min(1.5, (time - last.time) / (last.time - previous.time));
  const dx = (last.box.x - previous.box.x) * steps;
  const dy = (last.box.y - previous.box.y) * steps;
  return { ...last.box, x: last.box.x + dx, y: last.box.y + dy };
}
