import { foldLetters } from '../../base/text-fold.ts';
import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { LumaFrame, Still } from '../../media/frames.ts';
import type { Script } from '../../models/accents/index.ts';
import { bounds, type OcrEngine, type Reading, type RgbImage, type RotatedRect } from '../../models/ocr/index.ts';
import type { Area } from './area.ts';
import { around, overlapOf, sharedPart } from './area.ts';
import { dropBlends } from './blends.ts';
import { CutFinder } from './cut-finder.ts';
import { DroppedLines } from './dropped-lines.ts';
import { type EvidenceOptions, EvidenceSelector } from './evidence.ts';
import { absorbFragments, joinPieces, joinRepeats } from './fragments.ts';
import { HeldFrames } from './held-frames.ts';
import { extendToCharacters } from './line-regions.ts';
import { areaChanged, hasChanged, type Signature, signatureOf, withAreasOf } from './picture-signature.ts';
import { cleanReading } from './plausible.ts';
import type { ScriptReading } from './scripts/script-reader.ts';
import { UnreadScripts } from './scripts/unread-scripts.ts';
import { extendToStrays, withoutDoubtfulStrays } from './stray-characters.ts';
import { type Glyph, matchStrokes } from './strokes.ts';
import { switchTime, type TimedLuma } from './switch-time.ts';
import { compareTexts, textStays } from './text-change.ts';
import type { LineSighting, TextLine } from './text-line.ts';
import { tickerLines } from './ticker/ticker-items.ts';
import { isPieceOf } from './ticker/ticker-pieces.ts';
import { isDue, looksBetween, type Strip, TickerTracker } from './ticker/ticker-tracker.ts';
import { type ChangeEvidence, type LineTrack, LineTracker } from './tracker.ts';

export interface ReaderOptions extends EvidenceOptions {
  engine: OcrEngine;
  signal: AbortSignal;
  /** Clockwise rotation of the coded frame, see `VideoInfo`. */
  rotation: 0 | 90 | 180 | 270;
  /** Pixels of a full-size frame; limits the memory for frames between stills. */
  pixels?: number;
  /** Restores the letters of a line that the engine can't write; without it, texts stay as the engine reads them. */
  restore?: (text: string, image: RgbImage, area: Area) => Promise<string>;
  /** Reads a line again that the engine is not sure of; null if it can't be confirmed. */
  confirm?: (text: string, image: RgbImage, area: Area) => Promise<string | null>;
  /** Reads a line in scripts that the engine doesn't know; null if the engine's reading stands. */
  readScript?: (reading: Reading, image: RgbImage, rect: RotatedRect) => Promise<ScriptReading | null>;
}

/** Reading of a line that is not legible. */
const EMPTY: Reading = { text: '', confidence: 0, characters: [], positions: [] };
/** Below this the recognizer guesses; a line that is sure elsewhere still counts as seen. */
const SIGHTING_CONFIDENCE = 0.5;
/** From this confidence on, a line counts as text if it is confirmed. */
const CONFIRMED_FLOOR = 0.75;
/** Overlap from which two regions are one place. */
const SAME_REGION = 0.8;

interface Seen {
  box: Area;
  reading: Reading;
  /** Set if the line is in a script that can't be read. */
  unread: Script | null;
  /** The still that was read. */
  readFrom: Still;
}

/** Space around a text, in heights of its box, in which an added mark belongs to it. */
const MARGIN = 0.6;
/** Seconds for which only the strips of tickers are read while nothing else seems to change. */
const MAX_STRIP_SECONDS = 5;
/** Glyphs that suffice to locate a change. */
const MAX_LOCATED_GLYPHS = 6;

/** Recognizes text in a video's stills and tracks it over time. Shared by `ocr` and `logos`. */
export class TextReader {
  readonly #options: ReaderOptions;
  readonly #tracker = new LineTracker(
    (before, after, time) => this.#compare(before, after, time),
    (sighting) => this.#lastRead !== null && textStays(sighting, this.#lastRead),
  );
  readonly #held: HeldFrames;
  readonly #cuts = new CutFinder();
  /** Cuts at which texts ended or began. */
  readonly #cutTimes: number[] = [];
  readonly #evidence: EvidenceSelector;
  readonly #lines: TextLine[] = [];
  readonly #unread = new UnreadScripts();
  readonly #dropped = new DroppedLines();
  #aspect = 16 / 9;
  readonly #tickers = new TickerTracker(() => this.#aspect);
  readonly #switches = new Map<LineTrack, { start?: number; end?: { goneAt: number; time: number } }>();
  #frames: TimedLuma[] = [];
  #seen: Seen[] = [];
  #signature: Signature | null = null;
  #lastRead: Still | null = null;
  #lastTime = 0;
  #readAt = 0;
  #pictureEnd = 0;
  #stillsRead = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#evidence = new EvidenceSelector(options);
    this.#held = new HeldFrames(options.pixels ?? 0);
  }

  /** Stills that went through the detector; the others showed nothing new. */
  get stillsRead(): number {
    return this.#stillsRead;
  }

  /** Receives every frame, so that the first and last time of a text are more precise than the stills. */
  onLuma(frame: LumaFrame): undefined {
    const { time, duration, width, height, luma } = frame;
    this.#held.add(frame);
    this.#cuts.add(frame);
    this.#pictureEnd = time + duration;
    this.#frames.push({ time, width, height, luma: new Uint8Array(luma) });
  }

  /** Takes the next still. */
  async onStill(still: Still): Promise<void> {
    const signature = signatureOf(still);
    const cut = this.#cuts.take();
    if (this.#isUnchanged(still, signature)) {
      this.#unread.carry(still.time);
      this.#tickers.carry(still.time);
      for (const track of this.#tracker.carry(still.time)) await this.#close(track, still.time);
    } else if (!this.#onlyTickersRan(still, signature) || !(await this.#readTickers(still)))
      await this.#read(still, signature, cut);
    await this.#evidence.watch(still, this.#tracker.open);
    this.#frames = this.#frames.filter(({ time }) => time >= still.time);
    this.#held.release(still.time);
    this.#lastTime = still.time;
  }

  /** @param duration seconds at which the file ends; the last frame's end counts when frames were seen */
  async finish(duration: number): Promise<TextLine[]> {
    this.#held.release();
    const pictureEnd = this.#pictureEnd || duration;
    this.#unread.carry(pictureEnd);
    for (const track of this.#tracker.finish()) await this.#close(track, Math.max(pictureEnd, track.lastSeen));
    const { strips } = this.#tickers;
    const others = this.#lines.filter((line) => !isPieceOf(line, strips));
    return [...absorbFragments(dropBlends(joinRepeats(others)), this.#cutTimes), ...tickerLines(strips, this.#aspect)];
  }

  /** Text in scripts that could not be read, after `finish`. */
  unreadScripts(): SegmentDraft[] {
    return this.#unread.segments();
  }

  /** Regions that were not read as text, after `finish`. @param height of the video in pixels */
  dropped(height: number): DroppedCandidate[] {
    return this.#dropped.candidates(height, SIGHTING_CONFIDENCE);
  }

  /** Releases frames; `finish` does so too. */
  dispose(): void {
    this.#held.release();
  }

  /** Whether a still shows the same as the last one that was read, down to the marks of its texts. */
  #isUnchanged(still: Still, signature: Signature): boolean {
    const last = this.#lastRead;
    if (!last || !this.#signature || hasChanged(this.#signature, signature)) return false;
    return !this.#seen.some(({ box }) => areaChanged(last, still, withMargin(box, still)));
  }

  async #read(still: Still, signature: Signature, cut: number | null): Promise<void> {
    const { engine, signal } = this.#options;
    this.#stillsRead++;
    this.#readAt = still.time;
    this.#signature = signature;
    this.#lastRead = still;
    const seen: Seen[] = [];
    const regions = await engine.detect(still, signal);
    const rects = extendToCharacters(regions.map((region) => region.rect));
    for (const line of rects) {
      const others = rects.filter((other) => other !== line);
      const rect = extendToStrays(still, line, others);
      const box = areaOf(rect, still);
      const known = this.#seen.find((one) => overlapOf(one.box, box) >= SAME_REGION);
      if (known && !areaChanged(known.readFrom, still, around([known.box, box]))) {
        seen.push(known);
        continue;
      }
      seen.push({ box, ...(await this.#recognize(still, line, rect)), readFrom: still });
    }
    this.#seen = seen;
    this.#unread.observe(
      still.time,
      seen.flatMap(({ box, unread }) => (unread ? [{ box, script: unread }] : [])),
    );
    await this.#readBetween(still);
    for (const one of seen) if (!isSighting(one) && !one.unread) this.#dropped.add(one.box, one.reading, still.time);
    const pieces: LineSighting[] = seen.filter(isSighting).map(({ box, reading }) => ({ box, reading, image: still }));
    this.#aspect = still.width / still.height;
    const standing = this.#tickers.observe(still.time, pieces);
    for (const strip of this.#tickers.running) await this.#keepTicker(strip, still);
    const lines = joinPieces(standing, this.#aspect);
    if (cut !== null) this.#cutTimes.push(cut);
    for (const track of this.#tracker.observe(still.time, lines, cut)) await this.#close(track, still.time);
    this.#refine(still.time);
  }

  /** @param line as detected @param rect the same with characters beside it */
  async #recognize(still: Still, line: RotatedRect, rect: RotatedRect): Promise<Pick<Seen, 'reading' | 'unread'>> {
    const { engine, signal } = this.#options;
    const reading = withoutDoubtfulStrays(await engine.recognize(still, rect, signal), line, rect);
    const other = await this.#options.readScript?.(reading, still, rect);
    const legible = other ? (other.reading ?? EMPTY) : reading;
    return { reading: cleanReading(legible), unread: other && !other.reading ? other.script : null };
  }

  /** Whether a still differs from the last one that was read by text that runs through known strips only. */
  #onlyTickersRan(still: Still, signature: Signature): boolean {
    const areas = this.#tickers.running.map(({ box }) => withMargin(box, still));
    if (areas.length === 0 || !this.#lastRead || !this.#signature) return false;
    if (still.time - this.#readAt >= MAX_STRIP_SECONDS) return false;
    if (hasChanged(this.#signature, withAreasOf(this.#signature, signature, areas))) return false;
    const others = this.#seen.filter(({ box }) => !areas.some((area) => sharedPart(area, box) > 0.5));
    return !others.some(({ box }) => areaChanged(this.#lastRead!, still, withMargin(box, still)));
  }

  /** Reads the strips of running tickers and nothing else. Returns whether all of them go on. */
  async #readTickers(still: Still): Promise<boolean> {
    await this.#readBetween(still);
    for (const strip of this.#tickers.running) {
      const line = await this.#readStrip(still, strip);
      if (!line || this.#tickers.observe(still.time, [line]).length > 0) return false;
      await this.#keepTicker(strip, still);
    }
    this.#unread.carry(still.time);
    for (const track of this.#tracker.carry(still.time)) await this.#close(track, still.time);
    return true;
  }

  /** Looks at fast tickers between two stills, so that each look has text in common with the one before. */
  async #readBetween(still: Still): Promise<void> {
    for (const strip of this.#tickers.running) {
      const last = strip.looks.at(-1)!.time;
      for (const time of looksBetween(strip, still.time, this.#held.between(last, still.time))) {
        const between = this.#held.stillAt(time, Math.max(still.width, still.height));
        const line = await this.#readStrip(between, strip);
        if (line) this.#tickers.observe(time, [line]);
      }
    }
  }

  async #readStrip(still: Still, { box }: Strip): Promise<LineSighting | null> {
    const [width, height] = [box.width * still.width, box.height * still.height];
    const [cx, cy] = [box.x * still.width + width / 2, box.y * still.height + height / 2];
    const rect = { cx, cy, width, height, cos: 1, sin: 0 };
    const { reading } = await this.#recognize(still, rect, rect);
    return isSighting({ reading }) ? { box, reading, image: still } : null;
  }

  /**
   * Keeps evidence of a ticker, and reads the letters that the engine can't write, each time most of its text is new.
   */
  async #keepTicker(strip: Strip, still: Still): Promise<void> {
    if (!isDue(strip, still.time)) return;
    const text = strip.lines.map(({ reading }) => reading.text).join(' ');
    if (this.#options.worthKeeping(text)) {
      await this.#options.keepStill(still);
      strip.stillTimes.push(still.time);
    }
    for (const line of strip.lines) {
      const restored = await this.#options.restore?.(line.reading.text, still, line.box);
      if (restored !== undefined) this.#tickers.restore(strip, line, restored);
    }
  }

  /** Compares two sightings of a track that were read differently. */
  #compare(before: LineSighting, after: LineSighting, time: number): ChangeEvidence {
    if (!before.image || !after.image) throw new Error('A sighting has no image.');
    const comparison = compareTexts({ ...before, image: before.image }, { ...after, image: after.image });
    const { forward, backward, glyphs, scrolls } = comparison;
    const at = this.#locate(before.image, after.image, glyphs.slice(0, MAX_LOCATED_GLYPHS), time);
    return { forward, backward, at, moved: scrolls };
  }

  /** Finds the time between the last still and the one at `time` at which glyphs changed. */
  #locate(before: RgbImage, after: RgbImage, glyphs: readonly Glyph[], time: number): number {
    if (glyphs.length === 0) return time;
    const { width, height } = after;
    const here = [{ dx: 0, dy: 0 }];
    const isAfter = (image: RgbImage) => {
      const closeness = glyphs.map(
        (glyph) =>
          matchStrokes(after, image, glyph, here).similarity - matchStrokes(before, image, glyph, here).similarity,
      );
      return closeness.reduce((sum, one) => sum + one, 0) > 0;
    };
    let [from, to] = [this.#lastTime, time];
    for (;;) {
      const times = this.#held.between(from, to);
      const middle = times[Math.floor(times.length / 2)];
      if (middle === undefined) break;
      if (isAfter(this.#held.stillAt(middle, Math.max(width, height)))) to = middle;
      else from = middle;
    }
    const area = around(
      glyphs.map((glyph) => ({
        x: (glyph.x - glyph.width / 2) / width,
        y: (glyph.y - glyph.height / 2) / height,
        width: glyph.width / width,
        height: glyph.height / height,
      })),
    );
    return switchTime(this.#frames, from, to, area, this.#options.rotation);
  }

  /** Finds the frame at which lines came or went between the last still and this one. */
  #refine(time: number): void {
    const { rotation } = this.#options;
    for (const track of this.#tracker.open) {
      const came = track.start === time && track.before !== null && track.replacedAt === null;
      if (!came && track.goneAt !== time) continue;
      const box = track.places.at(-1)!.box;
      const at = switchTime(this.#frames, this.#lastTime, time, box, rotation);
      const known = this.#switches.get(track) ?? {};
      this.#switches.set(track, came ? { ...known, start: at } : { ...known, end: { goneAt: time, time: at } });
    }
  }

  /** Converts a closed track to a line if it is text; drops it otherwise. */
  async #close(track: LineTrack, visibleUntil: number): Promise<void> {
    const text = await this.#textOf(track);
    const stillTime = await this.#evidence.close(track, text !== null);
    const switched = this.#switches.get(track);
    this.#switches.delete(track);
    if (text === null) {
      this.#dropped.add(track.last.box, track.votes.winner(), track.start, visibleUntil);
      return;
    }
    const start = track.replacedAt ?? switched?.start ?? track.start;
    const gone = track.goneAt ?? visibleUntil;
    const end = track.replacedBy ?? (switched?.end?.goneAt === track.goneAt ? switched.end.time : gone);
    this.#lines.push({
      ...track.votes.winner(),
      text,
      start,
      end: Math.max(end, start),
      places: track.places,
      stillTime,
      follows: track.replacedAt !== null,
      followed: track.replacedBy !== null,
    });
  }

  /** Text of a track with the letters that the engine can't write; null if it counts as no text. */
  async #textOf(track: LineTrack): Promise<string | null> {
    const { text, confidence } = track.votes.winner();
    const { image, box, reading } = track.last;
    const isText = this.#evidence.isText(track);
    if (!image || foldLetters(reading.text) !== foldLetters(text)) return isText ? text : null;
    if (isText) return (await this.#options.restore?.(text, image, box)) ?? text;
    return confidence < CONFIRMED_FLOOR ? null : ((await this.#options.confirm?.(text, image, box)) ?? null);
  }
}

function isSighting({ reading }: Pick<Seen, 'reading'>): boolean {
  return reading.confidence >= SIGHTING_CONFIDENCE && reading.text !== '';
}

function areaOf(rect: RotatedRect, { width, height }: Still): Area {
  const { left, top, right, bottom } = bounds(rect);
  const x = Math.max(0, left / width);
  const y = Math.max(0, top / height);
  return { x, y, width: Math.min(1, right / width) - x, height: Math.min(1, bottom / height) - y };
}

/** A box with its surroundings. */
function withMargin({ x, y, width, height }: Area, image: RgbImage): Area {
  const margin = MARGIN * height;
  const side = (margin * image.height) / image.width;
  return { x: x - side, y: y - margin / 4, width: width + 2 * side, height: height + margin / 2 };
}
