import type { Area } from './area.ts';
import { overlapOf, rowOverlap, sharedPart, travel } from './area.ts';
import { SETTLED_SECONDS } from './fragments.ts';
import { sameInk, totalMisreadingCost } from './misreading.ts';
import { containment, isExtension, numbersDiffer, sameClock, similarity } from './similarity.ts';
import type { LineSighting } from './text-line.ts';
import { Votes } from './votes.ts';

/** One line of text followed over time. */
export interface LineTrack {
  readonly id: number;
  votes: Votes;
  /** Where it was, in time order, one entry per still read. */
  places: { time: number; box: Area }[];
  /** First still that shows it. */
  start: number;
  /** The previous still; null if there is none. */
  before: number | null;
  /** Last still that shows it. */
  lastSeen: number;
  /** First still after `lastSeen` that does not show it; null while it is visible. */
  goneAt: number | null;
  /** When it replaced another text in its place; null if it did not. */
  replacedAt: number | null;
  /** When another text replaced it; null if none did. */
  replacedBy: number | null;
  /** Last sighting that was read as this text. */
  last: LineSighting;
  /** Readings that may be another text; they are decided by those that follow. */
  pending: Pending | null;
  /** Still with the last change of a clock that runs. */
  tickedAt: number;
  ticks: number;
}

interface Pending {
  /** `lastSeen` and `goneAt` of the track before them. */
  lastSeen: number;
  goneAt: number | null;
  sightings: { time: number; line: LineSighting }[];
  /** Still before the first of them. */
  before: number | null;
  /** Sum of the `forward` costs. */
  cost: number;
  /** Seconds at which they began. */
  at: number;
  /** `backward` cost of the last of them. */
  backward: number;
  clock: boolean;
}

type Previous = Pick<Pending, 'lastSeen' | 'goneAt'>;

/** Result of comparing two sightings in one place by what was read and by their strokes. */
export interface ChangeEvidence {
  /** Cost of taking the second for a misreading of the first, and the other way round; above 1 they are two texts. */
  forward: number;
  backward: number;
  /** Seconds at which the strokes changed. */
  at: number;
  /** Whether the line scrolls, and shows more of itself. */
  moved: boolean;
}

/** Compares two sightings whose readings differ. */
export type CompareSightings = (before: LineSighting, after: LineSighting, time: number) => ChangeEvidence;

/** Whether a text is where it was read, though it was not detected there. */
export type StaysInPlace = (sighting: LineSighting) => boolean;

/** A line may go unread for this long (seconds), behind a hand or in a blur, and still be the same one. */
const GAP_SECONDS = 1.6;
/**
 * Similarity from which two readings are one text wherever it moved, and from which they are compared when in place.
 */
const SAME_TEXT = 0.8;
const SAME_PLACE_TEXT = 0.4;
const SAME_PLACE_OVERLAP = 0.5;
/** How much of a part must be in the whole, in letters and in area, to be compared with it. */
const SAME_PART = 0.7;
const SAME_PART_AREA = 0.6;
/** Maximum movement of a line between two stills, in fractions of the frame (fast credits: 0.3 in 0.5 s). */
const MAX_TRAVEL = 0.4;
const MAX_SIZE_RATIO = 2;
/** From this confidence on, a differing digit is a different number and not a misreading. */
const SURE = 0.9;
/** Weight of a misreading's cost when strokes can't be compared. */
const READING_WEIGHT = 0.24;
/** Costs below which the strokes stayed, and a difference is a misreading. */
const STAYED_COST = 0.3;
/** Cost from which a doubtful reading is the beginning of a clear change that follows. */
const DOUBT_COST = 0.5;
/** A clock that stands for longer (seconds) does not run; it is a text, and the next time is another. */
const CLOCK_SECONDS = 1.3;
/** Share of a text's width below which the detector cut off a part of it. */
const PART_WIDTH = 0.85;
/** A longer text than the known one must be this sure to be the whole of it. */
const WHOLE_CONFIDENCE = 0.85;
/** Readings that count, when a text could be a misreading of the next. */
const MAX_READINGS = 3;

/** Follows lines from still to still. Times must not run backwards. */
export class LineTracker {
  readonly #compare: CompareSightings;
  readonly #stays: StaysInPlace;
  readonly #open = new Set<LineTrack>();
  #lastTime: number | null = null;
  #nextId = 0;

  constructor(compare: CompareSightings = compareReadings, stays: StaysInPlace = () => false) {
    this.#compare = compare;
    this.#stays = stays;
  }

  /**
   * Takes the lines of a still. Returns the tracks that ended for good.
   * @param cut seconds of the cut since the still before; no track goes on after it, unless the same text does
   */
  observe(time: number, lines: readonly LineSighting[], cut: number | null = null): LineTrack[] {
    const pairs = [...this.#open]
      .flatMap((track) => lines.map((line) => ({ track, line, score: matchScore(track, line, time, cut !== null) })))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const taken = new Set<LineSighting>();
    const seen = new Set<LineTrack>();
    const ended: LineTrack[] = [];
    for (const { track, line } of pairs) {
      if (taken.has(line) || seen.has(track)) continue;
      taken.add(line);
      const next = this.#extend(track, time, line);
      seen.add(next);
      if (next !== track) ended.push(track);
      seen.add(track);
    }
    for (const track of this.#open) {
      if (seen.has(track)) continue;
      if (!this.#stays(track.last)) {
        if (cut !== null && track.goneAt === null) track.replacedBy = cut;
        track.goneAt ??= time;
      } else if (track.goneAt === null) track.lastSeen = time;
    }
    for (const line of lines) if (!taken.has(line)) this.#open.add({ ...this.#begin(time, line), replacedAt: cut });
    this.#lastTime = time;
    const isOver = ({ goneAt }: LineTrack) => goneAt !== null && (cut !== null || time - goneAt > GAP_SECONDS);
    return [...ended, ...this.#close(isOver)];
  }

  /** Adds a still without changes. Returns the tracks that ended for good. */
  carry(time: number): LineTrack[] {
    const ended: LineTrack[] = [];
    for (const track of [...this.#open]) {
      if (track.goneAt !== null) continue;
      track.lastSeen = time;
      track.votes.repeat();
      if (track.pending && this.#standing(track, track.pending, time)) {
        this.#split(track, track.pending, time);
        ended.push(track);
      }
    }
    this.#lastTime = time;
    return ended;
  }

  /** Lines that the last still showed or that may come back. */
  get open(): Iterable<LineTrack> {
    return this.#open;
  }

  /** Ends the tracks that are still open and returns them. Those still visible keep `goneAt` null. */
  finish(): LineTrack[] {
    const ended: LineTrack[] = [];
    for (const track of [...this.#open]) {
      if (!track.pending?.clock) continue;
      this.#split(track, track.pending, track.lastSeen);
      ended.push(track);
    }
    return [...ended, ...this.#close(() => true)];
  }

  #begin(time: number, line: LineSighting): LineTrack {
    const track: LineTrack = {
      id: this.#nextId++,
      votes: new Votes(),
      places: [{ time, box: line.box }],
      start: time,
      before: this.#lastTime,
      lastSeen: time,
      goneAt: null,
      replacedAt: null,
      replacedBy: null,
      last: line,
      pending: null,
      tickedAt: time,
      ticks: 0,
    };
    track.votes.add(line.reading);
    return track;
  }

  /** Adds a sighting to a track. Returns the track, or the one that takes its place if the text is another. */
  #extend(track: LineTrack, time: number, line: LineSighting): LineTrack {
    const inPlace = isInPlace(expectedPlace(track, time), line.box);
    const { lastSeen, goneAt } = track;
    track.places.push({ time, box: line.box });
    track.lastSeen = time;
    track.goneAt = null;
    const { text } = line.reading;
    const { pending } = track;
    const known = track.votes.winner().text;
    const last = pending?.sightings.at(-1)?.line.reading.text ?? track.last.reading.text;
    if (sameClock(last, text) && inPlace) return this.#tick(track, time, line, { lastSeen, goneAt });
    if (!inPlace || sameInk(text, track.last.reading.text) || sameInk(text, known)) {
      accept(track, line);
      return track;
    }
    if (pending?.clock && sameInk(text, last)) {
      pending.sightings.push({ time, line });
      return this.#standing(track, pending, time) ? this.#split(track, pending, time) : track;
    }
    return this.#doubt(track, time, line, { lastSeen, goneAt });
  }

  /** Handles a reading that differs from the track's text. */
  #doubt(track: LineTrack, time: number, line: LineSighting, previous: Previous): LineTrack {
    const evidence = this.#compare(track.last, line, time);
    if (evidence.moved) {
      accept(track, line);
      return track;
    }
    if (Math.min(evidence.forward, evidence.backward) <= STAYED_COST) {
      acceptMisreading(track, line);
      return track;
    }
    const { pending } = track;
    const first = pending?.sightings[0]?.line.reading.text;
    // Different doubts are misreadings, unless a clear change follows.
    if (pending && !sameInk(first!, line.reading.text) && (evidence.forward <= 1 || pending.cost < DOUBT_COST))
      settle(track);
    track.pending ??= {
      ...previous,
      sightings: [],
      before: this.#lastTime,
      cost: 0,
      backward: 0,
      at: evidence.at,
      clock: false,
    };
    track.pending.sightings.push({ time, line });
    track.pending.cost += evidence.forward;
    track.pending.backward = evidence.backward;
    return this.#isOther(track, track.pending) ? this.#split(track, track.pending, time) : track;
  }

  /** Handles a clock that shows another time: one that runs is one text, instead of one for each second. */
  #tick(track: LineTrack, time: number, line: LineSighting, previous: Previous): LineTrack {
    const runs = time - track.tickedAt <= CLOCK_SECONDS;
    if (runs && (track.ticks > 0 || track.pending?.clock)) {
      accept(track, line);
      track.ticks++;
      track.tickedAt = time;
      return track;
    }
    if (!runs || track.pending) return this.#doubt(track, time, line, previous);
    const { at } = this.#compare(track.last, line, time);
    track.pending = {
      ...previous,
      sightings: [{ time, line }],
      before: this.#lastTime,
      cost: 0,
      backward: 0,
      at,
      clock: true,
    };
    track.tickedAt = time;
    return track;
  }

  /** Whether pending readings are another text, now that the image goes on showing them. */
  #standing(track: LineTrack, pending: Pending, time: number): boolean {
    const first = pending.sightings[0]!;
    if (pending.clock) return time - first.time > CLOCK_SECONDS;
    if (time - first.time < SETTLED_SECONDS) return false;
    return this.#isOther(track, { ...pending, cost: pending.cost * 2 });
  }

  #isOther(track: LineTrack, { sightings, cost, backward, at }: Pending): boolean {
    const { reading } = sightings.at(-1)!.line;
    if (Math.min(cost, backward * Math.min(MAX_READINGS, track.votes.reads)) <= 1) return false;
    // A title that is typed or wiped in changes as it grows.
    const stood = at - (track.replacedAt ?? track.start);
    return stood >= SETTLED_SECONDS || !isExtension(track.votes.winner().text, reading.text);
  }

  /** Ends a track where its pending readings begin, and begins another with them. */
  #split(track: LineTrack, pending: Pending, time: number): LineTrack {
    const [first, ...rest] = pending.sightings as [Pending['sightings'][0], ...Pending['sightings']];
    const next = this.#begin(first.time, first.line);
    next.before = pending.before;
    next.places = track.places.filter((place) => place.time >= first.time);
    next.lastSeen = time;
    next.replacedAt = pending.at;
    for (const { line } of rest) accept(next, line);
    track.places = track.places.filter((place) => place.time < first.time);
    track.lastSeen = pending.lastSeen;
    track.goneAt = pending.goneAt ?? first.time;
    track.replacedBy = pending.at;
    track.pending = null;
    this.#open.delete(track);
    this.#open.add(next);
    return next;
  }

  #close(ended: (track: LineTrack) => boolean): LineTrack[] {
    const tracks = [...this.#open].filter(ended);
    for (const track of tracks) {
      settle(track);
      this.#open.delete(track);
    }
    return tracks;
  }
}

function accept(track: LineTrack, line: LineSighting): void {
  settle(track);
  track.votes.add(line.reading);
  track.last = line;
}

/**
 * Adds a reading whose strokes are those of the track's text. The one with more characters serves for comparisons, and
 * readings of parts don't count against one of the whole.
 */
function acceptMisreading(track: LineTrack, line: LineSighting): void {
  const { last } = track;
  if (isPartOf(line, last)) {
    settle(track);
    track.places.at(-1)!.box = last.box;
    return;
  }
  settle(track);
  if (isPartOf(last, line) && line.reading.confidence >= WHOLE_CONFIDENCE) track.votes = new Votes();
  track.votes.add(line.reading);
  const [known, read] = [last.reading.text, line.reading.text].map((text) => text.replace(/\s/g, '').length);
  if (known! <= read!) track.last = line;
  else track.places.at(-1)!.box = last.box;
}

/** Whether the detector cut off a part of a text, so that its reading lacks characters. */
function isPartOf(part: LineSighting, whole: LineSighting): boolean {
  return part.box.width < PART_WIDTH * whole.box.width && part.reading.text.length < whole.reading.text.length;
}

/** Compares sightings by what was read. */
function compareReadings(before: LineSighting, after: LineSighting, at: number): ChangeEvidence {
  const forward = READING_WEIGHT * totalMisreadingCost(after.reading, before.reading);
  const backward = READING_WEIGHT * totalMisreadingCost(before.reading, after.reading);
  return { forward, backward, at, moved: false };
}

/** Counts pending readings as readings of the track's own text. */
function settle(track: LineTrack): void {
  for (const { line } of track.pending?.sightings ?? []) {
    if (!isPartOf(line, track.last)) track.votes.add(line.reading);
  }
  track.pending = null;
}

/** How well a line continues a track; 0 when it does not. @param isCut whether there was a cut between them */
function matchScore(track: LineTrack, { reading, box }: LineSighting, time: number, isCut: boolean): number {
  if (time - track.lastSeen > GAP_SECONDS) return 0;
  const place = expectedPlace(track, time);
  const ratio = box.height / place.height;
  if (ratio > MAX_SIZE_RATIO || ratio < 1 / MAX_SIZE_RATIO) return 0;
  const known = track.votes.winner();
  const last = (track.pending?.sightings.at(-1)?.line ?? track.last).reading.text;
  const overlap = overlapOf(place, box);
  const moved = travel(place, box);
  if (overlap >= SAME_PLACE_OVERLAP && sameClock(last, reading.text)) return 1 + overlap;
  const exact = sameInk(last, reading.text) || sameInk(known.text, reading.text) ? 1 : 0;
  const alike = Math.max(similarity(known.text, reading.text), similarity(last, reading.text));
  const sure = Math.min(known.confidence, reading.confidence) >= SURE;
  const inPlace = isInPlace(place, box);
  if (!inPlace && sure && numbersDiffer(known.text, reading.text)) return 0;
  if (alike >= SAME_TEXT && moved <= MAX_TRAVEL) return exact + alike + overlap + (1 - moved);
  if (isCut) return 0;
  if (inPlace) {
    const part = Math.max(containment(known.text, reading.text), containment(reading.text, known.text));
    if (alike >= SAME_PLACE_TEXT || part >= SAME_PART) return 0.1 + alike + overlap;
  }
  const grown = isExtension(known.text, reading.text) || isExtension(reading.text, known.text);
  const sameRow = rowOverlap(place, box) >= 0.6 && Math.abs(place.x - box.x) <= Math.max(place.height, box.height);
  return grown && sameRow ? 0.9 : 0;
}

/** Whether a box is at a place, or is a part of it. */
function isInPlace(place: Area, box: Area): boolean {
  if (overlapOf(place, box) >= SAME_PLACE_OVERLAP) return true;
  return rowOverlap(place, box) >= SAME_PART_AREA && sharedPart(place, box) >= SAME_PART_AREA;
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
