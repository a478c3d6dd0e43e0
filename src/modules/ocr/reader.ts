import type { LumaFrame, Still } from '../../media/frames.ts';
import { bounds, type OcrEngine, type Reading, type RotatedRect } from '../../models/ocr/index.ts';
import type { Area } from './area.ts';
import { overlapOf } from './area.ts';
import { EvidenceKeeper, type EvidenceOptions } from './evidence.ts';
import { absorbFragments, joinPieces } from './fragments.ts';
import { changed, type Signature, signatureOf } from './picture-signature.ts';
import { cleaned } from './plausible.ts';
import { switchTime, type TinyFrame } from './switch-time.ts';
import type { LineSighting, TextLine } from './text-line.ts';
import { type LineTrack, LineTracker } from './tracker.ts';

export interface ReaderOptions extends EvidenceOptions {
  engine: OcrEngine;
  signal: AbortSignal;
  /** Clockwise rotation of the coded frame, see `VideoInfo`. */
  rotation: 0 | 90 | 180 | 270;
}

/** Below this the recognizer guesses; a line that is sure elsewhere still counts as seen. */
const SIGHTING_CONFIDENCE = 0.5;
/** Overlap from which two regions are one place. */
const SAME_REGION = 0.8;

interface Seen {
  box: Area;
  reading: Reading;
  signature: Signature;
}

/** Recognizes text in a video's stills and tracks it over time. Shared by `ocr` and `logos`. */
export class TextReader {
  readonly #options: ReaderOptions;
  readonly #tracker = new LineTracker();
  readonly #evidence: EvidenceKeeper;
  readonly #lines: TextLine[] = [];
  readonly #switches = new Map<LineTrack, { start?: number; end?: { goneAt: number; time: number } }>();
  #frames: TinyFrame[] = [];
  #seen: Seen[] = [];
  #signature: Signature | null = null;
  #lastTime = 0;
  #pictureEnd = 0;
  #stillsRead = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#evidence = new EvidenceKeeper(options);
  }

  /** Stills that went through the detector; the others showed nothing new. */
  get stillsRead(): number {
    return this.#stillsRead;
  }

  /** Receives every frame, so that the first and last time of a text are more precise than the stills. */
  onLuma({ time, duration, width, height, luma }: LumaFrame): undefined {
    this.#pictureEnd = time + duration;
    this.#frames.push({ time, width, height, luma: new Uint8Array(luma) });
  }

  /** Takes the next still. */
  async onStill(still: Still): Promise<void> {
    const signature = signatureOf(still);
    if (this.#signature && !changed(this.#signature, signature)) this.#tracker.carry(still.time);
    else await this.#read(still, signature);
    await this.#evidence.watch(still, this.#tracker.open);
    this.#frames = this.#frames.filter(({ time }) => time >= still.time);
    this.#lastTime = still.time;
  }

  /** @param duration seconds at which the file ends; the last frame's end counts when frames were seen */
  async finish(duration: number): Promise<TextLine[]> {
    const pictureEnd = this.#pictureEnd || duration;
    for (const track of this.#tracker.finish()) await this.#close(track, Math.max(pictureEnd, track.lastSeen));
    return absorbFragments(this.#lines);
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
      else seen.push({ box, reading: cleaned(await engine.recognize(still, rect, signal)), signature });
    }
    this.#seen = seen;
    const pieces: LineSighting[] = seen.filter(
      ({ reading }) => reading.confidence >= SIGHTING_CONFIDENCE && reading.text !== '',
    );
    const lines = joinPieces(pieces, still.width / still.height);
    for (const track of this.#tracker.observe(still.time, lines)) await this.#close(track, still.time);
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

  /** Converts a closed track to a line if it is text; drops it otherwise. */
  async #close(track: LineTrack, visibleUntil: number): Promise<void> {
    const stillTime = await this.#evidence.close(track);
    const switched = this.#switches.get(track);
    this.#switches.delete(track);
    if (!this.#evidence.isText(track)) return;
    const start = switched?.start ?? track.start;
    const gone = track.goneAt ?? visibleUntil;
    const end = switched?.end?.goneAt === track.goneAt ? switched.end.time : gone;
    this.#lines.push({ ...track.votes.winner(), start, end: Math.max(end, start), places: track.places, stillTime });
  }
}

function areaOf(rect: RotatedRect, { width, height }: Still): Area {
  const { left, top, right, bottom } = bounds(rect);
  const x = Math.max(0, left / width);
  const y = Math.max(0, top / height);
  return { x, y, width: Math.min(1, right / width) - x, height: Math.min(1, bottom / height) - y };
}
