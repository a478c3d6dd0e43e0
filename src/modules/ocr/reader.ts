import type { LumaFrame, Still } from '../../media/frames.ts';
import { bounds, type OcrEngine, type Reading, type RotatedRect } from '../../models/ocr/index.ts';
import { switchTime, type TinyFrame } from './boundary.ts';
import { type Area, changed, type Signature, signatureOf } from './change.ts';
import { absorbFragments, joinPieces } from './fragments.ts';
import { cleaned, confidenceFloor } from './plausible.ts';
import { type LineSighting, type LineTrack, LineTracker, overlapOf } from './tracker.ts';

/** A line of text with the time during which it can be read. */
export interface TextLine {
  text: string;
  confidence: number;
  start: number;
  end: number;
  /** Where it was, in time order. */
  places: readonly { time: number; box: Area }[];
  /** Instant of the still that was kept as evidence. */
  stillTime: number | null;
}

export interface ReaderOptions {
  engine: OcrEngine;
  signal: AbortSignal;
  /** Clockwise turn of the coded picture, see `VideoInfo`. */
  rotation: 0 | 90 | 180 | 270;
  /** Keeps a still as evidence. */
  keepStill(still: Still): Promise<void>;
  /** Whether a line is worth evidence. */
  worthKeeping(text: string): boolean;
}

/** Below this the recogniser guesses; a line that is sure elsewhere still counts as seen. */
const SIGHTING_CONFIDENCE = 0.5;
/** Seen in one moving still only, where more would have been due, a text must be surer than otherwise. */
const FLEETING_EXTRA = 0.08;
/** A text has faded and moved in after this many seconds: then it is time for the picture that proves it. */
const SETTLE_SECONDS = 1;
const SAME_REGION = 0.8;

interface Seen {
  box: Area;
  reading: Reading;
  signature: Signature;
}

/** Reads a video's stills and follows what is written in them. The core that `ocr` and `logos` share. */
export class TextReader {
  readonly #options: ReaderOptions;
  readonly #tracker = new LineTracker();
  readonly #evidence = new Map<number, Still>();
  readonly #stillTimes = new Map<number, number>();
  readonly #switches = new Map<LineTrack, { start?: number; end?: { goneAt: number; time: number } }>();
  #frames: TinyFrame[] = [];
  #seen: Seen[] = [];
  #signature: Signature | null = null;
  #lastTime = 0;
  #pictureEnd = 0;
  #stillsRead = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Stills that went through the detector; the others showed nothing new. */
  get stillsRead(): number {
    return this.#stillsRead;
  }

  /** Takes every frame, so that a text's first and last instant can be told more finely than by stills. */
  onLuma({ time, duration, width, height, luma }: LumaFrame): undefined {
    this.#pictureEnd = time + duration;
    this.#frames.push({ time, width, height, luma: new Uint8Array(luma) });
  }

  /** Takes the next still. */
  async onStill(still: Still): Promise<void> {
    const signature = signatureOf(still);
    if (this.#signature && !changed(this.#signature, signature)) this.#tracker.carry(still.time);
    else await this.#read(still, signature);
    await this.#keepEvidence(still);
    this.#frames = this.#frames.filter(({ time }) => time >= still.time);
    this.#lastTime = still.time;
  }

  /** @param duration seconds at which the file ends; the last frame's end counts when frames were seen */
  async finish(duration: number): Promise<TextLine[]> {
    const tracks = this.#tracker.finish();
    const pictureEnd = this.#pictureEnd || duration;
    for (const track of tracks) await this.#settle(track);
    const lines = tracks.filter(isText).map((track) => {
      const { text, confidence } = track.votes.winner();
      const switched = this.#switches.get(track);
      const start = switched?.start ?? track.start;
      const gone = track.goneAt ?? Math.max(pictureEnd, track.lastSeen);
      const end = switched?.end?.goneAt === track.goneAt ? switched.end.time : gone;
      const stillTime = this.#stillTimes.get(track.id) ?? null;
      return { text, confidence, start, end: Math.max(end, start), places: track.places, stillTime };
    });
    return absorbFragments(lines);
  }

  async #read(still: Still, signature: Signature): Promise<void> {
    const { engine, signal } = this.#options;
    this.#stillsRead++;
    this.#signature = signature;
    const seen: Seen[] = [];
    for (const { rect } of await engine.detect(still, signal)) {
      const box = areaOf(rect, still);
      const known = this.#seen.find((one) => overlapOf(one.box, box) >= SAME_REGION);
      if (known && !changed(known.signature, signature, box)) seen.push({ ...known, box });
      else seen.push({ box, reading: cleaned(await engine.recognise(still, rect, signal)), signature });
    }
    this.#seen = seen;
    const pieces: LineSighting[] = seen.filter(
      ({ reading }) => reading.confidence >= SIGHTING_CONFIDENCE && reading.text !== '',
    );
    const lines = joinPieces(pieces, still.width / still.height);
    for (const track of this.#tracker.observe(still.time, lines)) {
      await this.#settle(track);
      this.#evidence.delete(track.id);
    }
    this.#refine(still.time);
  }

  /** Finds the frame at which lines came or went between the last still and this one. */
  #refine(time: number): void {
    const { rotation } = this.#options;
    for (const track of this.#tracker.open) {
      const came = track.start === time && track.before !== null;
      if (!came && track.goneAt !== time) continue;
      const box = track.places.at(-1)!.box;
      const at = switchTime(this.#frames, this.#lastTime, time, box, rotation);
      const known = this.#switches.get(track) ?? {};
      this.#switches.set(track, came ? { ...known, start: at } : { ...known, end: { goneAt: time, time: at } });
    }
  }

  /** Holds on to a still for each new line, and keeps it when the line has settled. */
  async #keepEvidence(still: Still): Promise<void> {
    for (const track of this.#tracker.open) {
      if (track.goneAt !== null || this.#stillTimes.has(track.id)) continue;
      if (track.places.at(-1)!.time === still.time || !this.#evidence.has(track.id))
        this.#evidence.set(track.id, still);
      if (still.time - track.start >= SETTLE_SECONDS) await this.#settle(track);
    }
  }

  async #settle(track: LineTrack): Promise<void> {
    const still = this.#evidence.get(track.id);
    if (!still || this.#stillTimes.has(track.id)) return;
    if (!isText(track)) return;
    this.#evidence.delete(track.id);
    if (!this.#options.worthKeeping(track.votes.winner().text)) return;
    // A still kept for another line shows this one too, if it was visible then.
    const shared = [...this.#stillTimes.values()].find((time) => time >= track.start && time <= track.lastSeen);
    if (shared === undefined) await this.#options.keepStill(still);
    this.#stillTimes.set(track.id, shared ?? still.time);
  }
}

/** Whether a track is text that somebody wrote, by all its readings. */
export function isText(track: LineTrack): boolean {
  const { text, confidence } = track.votes.winner();
  const floor = confidenceFloor(text);
  const fleeting = track.votes.reads === 1 && track.lastSeen === track.start && track.goneAt !== null;
  return confidence >= (fleeting ? Math.max(floor, Math.min(floor + FLEETING_EXTRA, 0.97)) : floor);
}

function areaOf(rect: RotatedRect, { width, height }: Still): Area {
  const { left, top, right, bottom } = bounds(rect);
  const x = Math.max(0, left / width);
  const y = Math.max(0, top / height);
  return { x, y, width: Math.min(1, right / width) - x, height: Math.min(1, bottom / height) - y };
}
