import { AVCOL_RANGE_MPEG, SWS_BICUBIC } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { throwIfAborted } from '../../base/abort.ts';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import { type Placed, type RecordingClock, recordedRange, recordingTime } from '../../core/events/clock.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { blurAreas } from '../blur/blur-areas.ts';
import type { FaceTrack } from '../blur/face-track.ts';
import { blurFrame } from '../blur/paint-blur.ts';
import { createBreather } from '../breather.ts';
import { createPictureScaler } from '../color/picture-scaler.ts';
import { AUDIO_SAMPLE_RATE, type AudioSink } from './audio-sink.ts';
import { check } from './encoder.ts';
import { blackFrame, createFrameFitter, emptyFrame, type FrameFitter, type Size } from './fit.ts';
import { openPictures, type PictureReader, type ReadPart } from './picture-reader.ts';
import { MissedStart, RetryRead, writeSeeking } from './read-part.ts';
import { openSound, type SoundReader } from './sound-reader.ts';
import type { Window } from './spec.ts';
import { type ClipSinks, writeClip } from './write-clip.ts';

/** A file that recorded the event. */
export interface EventFile {
  path: string;
  clock: Placed<RecordingClock>;
  /** Absent: the main ones. */
  tracks?: TrackChoice | undefined;
}

/** One of the pictures beside one another. */
interface Tile {
  /** Null for one that wasn't running. */
  file: EventFile | null;
  /** Faces to blur; absent: none. */
  blur?: readonly FaceTrack[] | undefined;
  /** Luma of the tile while the recording isn't running; null for black. */
  label: Uint8Array | null;
}

export interface SideBySideRequest {
  /** Absolute path of the MP4 file to write. */
  target: string;
  /** Seconds on the clock of the event. */
  range: Window;
  rate: { num: number; den: number };
  /** Tiles beside one another; further ones form the next row. */
  columns: number;
  /** Size of a tile in even pixels. */
  tile: Size;
  tiles: readonly Tile[];
  /** A file that was running at some time of the range; null for silence. */
  sound: EventFile | null;
  signal?: AbortSignal | undefined;
  /** Called with the completed fraction, 0..1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Writes recordings of one event beside one another as an MP4 of the form of `joinParts`, at a constant frame rate:
 * each frame shows what each recording showed at its time, corrected by the drift of its clock.
 * @returns seconds written
 * @throws ReelscopeError `unreadable_media`, `not_found`, `storage_full`, `internal`; CanceledError
 */
export async function writeSideBySide(request: SideBySideRequest): Promise<number> {
  const { target, tile, columns, tiles, range, onProgress } = request;
  const canvas = { width: tile.width * columns, height: tile.height * Math.ceil(tiles.length / columns) };
  await writeSeeking(target, (fromStart: ReadonlySet<EventFile>) =>
    writeClip(target, canvas, (sinks) => writeFrames(request, { canvas, sinks, fromStart })),
  );
  onProgress?.(1);
  return range.end - range.start;
}

async function writeFrames(
  { range, rate, tile, tiles, columns, sound, signal, onProgress }: SideBySideRequest,
  { canvas, sinks, fromStart }: { canvas: Size; sinks: ClipSinks; fromStart: ReadonlySet<EventFile> },
): Promise<void> {
  const length = range.end - range.start;
  const breathe = createBreather();
  const partOf = (file: EventFile): ReadPart => ({
    ...file,
    range: recordedRange(file.clock, range) ?? { start: 0, end: 0 },
    isSought: !fromStart.has(file),
    signal,
    breathe,
  });
  const open: { close(): void }[] = [];
  const black = blackFrame(canvas);
  try {
    const painters: TilePainter[] = [];
    for (const each of tiles) {
      const painter = await openTile(each, each.file && partOf(each.file), tile);
      painters.push(painter);
      open.push(painter);
    }
    const soundtrack = sound && (await openEventSound(sound, partOf(sound), range, sinks.audio));
    if (soundtrack) open.push(soundtrack);
    const seconds = rate.den / rate.num;
    for (let i = 0; i * seconds < length; i++) {
      const [at, end] = [i * seconds, Math.min(length, (i + 1) * seconds)];
      for (const painter of painters) await painter.moveTo(range.start + at);
      sinks.video!.write(black, at, end, (picture) => {
        for (const [n, painter] of painters.entries()) {
          painter.paint(picture, (n % columns) * tile.width, Math.floor(n / columns) * tile.height);
        }
      });
      if (soundtrack) await soundtrack.until(end);
      else sinks.audio.append(null, 0, samplesIn(end) - samplesIn(at));
      if (await breathe(signal)) onProgress?.(Math.min(0.99, end / length));
    }
    throwIfAborted(signal);
  } finally {
    for (const each of open) each.close();
    black.free();
  }
}

const samplesIn = (seconds: number): number => Math.round(seconds * AUDIO_SAMPLE_RATE);

/** Sound of a file on the clock of the event; silent while it wasn't running. */
async function openEventSound(
  file: EventFile,
  part: ReadPart,
  range: Window,
  sink: AudioSink,
): Promise<Pick<SoundReader, 'close'> & { until(seconds: number): Promise<void> }> {
  const { clock } = file;
  const silence = samplesIn(Math.max(0, clock.offset - range.start));
  let appended = 0;
  const total = samplesIn(range.end - range.start);
  const append: AudioSink['append'] = (samples, offset, count) => {
    const taken = Math.min(count, total - appended);
    sink.append(samples, offset, taken);
    appended += taken;
  };
  const reader = await openSound(part, 1 + clock.drift_ppm / 1e6, append);
  return {
    async until(seconds) {
      const limit = samplesIn(seconds);
      if (appended < silence) append(null, 0, Math.min(limit, silence) - appended);
      if (limit > silence) await retried(file, () => reader.until(limit - silence));
      // Behind the end of the file, and for a file without sound.
      if (appended < limit) append(null, 0, limit - appended);
    },
    close: () => reader.close(),
  };
}

/** Draws a recording into its place. */
interface TilePainter {
  /** Times of the event must not decrease. */
  moveTo(time: number): Promise<void>;
  paint(picture: Frame, left: number, top: number): void;
  close(): void;
}

async function openTile({ file, blur, label }: Tile, part: ReadPart | null, size: Size): Promise<TilePainter> {
  const reader: PictureReader | null = part && (await openPictures(part));
  const fitter: FrameFitter | null = reader?.geometry ? createFrameFitter(size, reader.geometry) : null;
  const scaler = createPictureScaler(SWS_BICUBIC);
  const picture = emptyFrame(size);
  picture.colorRange = AVCOL_RANGE_MPEG;
  let shown: Frame | null = null;
  let isShown = false;
  return {
    async moveTo(time) {
      const own = file ? recordingTime(file.clock, time) : Number.NaN;
      const runs = file && own >= 0 && own < file.clock.duration;
      const found = runs ? await retried(file, () => reader?.at(own)) : null;
      isShown = Boolean(found);
      if (!found || found.frame === shown) return;
      shown = found.frame;
      fitter!.fit(found.frame, (fitted, place) => {
        check(picture.makeWritable(), sentence('step.frame'));
        picture.colorSpace = fitted.colorSpace;
        scaler.scale(picture, fitted);
        if (blur) blurFrame(picture, blurAreas(blur, found.time), place);
      });
    },
    paint(target, left, top) {
      if (isShown) copyPlanes(picture, target, { left, top, ...size });
      else if (label) copyPlane(label, size.width, target, 0, { left, top, ...size });
    },
    close() {
      reader?.close();
      fitter?.close();
      scaler.close();
      picture.free();
    },
  };
}

/** @throws MissedStart in place of RetryRead, so that the file is read from the beginning */
async function retried<Result>(file: EventFile, read: () => Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof RetryRead ? new MissedStart(file) : error;
  }
}

type Area = Size & { left: number; top: number };

function copyPlanes(source: Frame, target: Frame, area: Area): void {
  const { data, linesize } = source;
  const half = { left: area.left / 2, top: area.top / 2, width: area.width / 2, height: area.height / 2 };
  for (const [plane, place] of [area, half, half].entries())
    copyPlane(data![plane]!, linesize[plane]!, target, plane, place);
}

function copyPlane(source: Uint8Array, stride: number, target: Frame, plane: number, area: Area): void {
  const { data, linesize } = target;
  for (let row = 0; row < area.height; row++) {
    const from = row * stride;
    data![plane]!.set(source.subarray(from, from + area.width), (area.top + row) * linesize[plane]! + area.left);
  }
}
