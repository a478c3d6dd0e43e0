import type { Frame } from 'node-av/lib';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import type { Breathe } from '../breather.ts';
import { type Geometry, geometryOf } from '../geometry.ts';
import { openInput } from '../input.ts';
import { canSeek, createFeeder, type PacketFeeder, seek } from './read-part.ts';
import { CLOCK_TOLERANCE_SECONDS, type Window } from './spec.ts';
import { createVideoTrack } from './video.ts';

/** Part of a file that is read in steps. */
export interface ReadPart {
  path: string;
  /** Absent: the main ones. */
  tracks?: TrackChoice | undefined;
  /** Seconds of the file. */
  range: Window;
  /** False to read from the beginning of the file, after seeking has missed the start. */
  isSought: boolean;
  signal: AbortSignal | undefined;
  breathe: Breathe;
}

interface ShownFrame {
  /** Belongs to the reader. */
  frame: Frame;
  /** Seconds of the file. */
  time: number;
}

/** Pictures of a part of a file, as far as they are asked for. */
export interface PictureReader {
  /** Null for a file without video. */
  readonly geometry: Geometry | null;
  /** The frame that is shown at a time of the file; null before the first one. Times must not decrease. */
  at(time: number): Promise<ShownFrame | null>;
  close(): void;
}

/** @throws ReelscopeError as {@link openInput}; RetryRead from `at` if seeking missed the start */
export async function openPictures({ path, range, signal, breathe, ...part }: ReadPart): Promise<PictureReader> {
  const hasSeeked = part.isSought && (await canSeek(path, { range, signal }));
  const input = await openInput(path, part.tracks);
  const { video } = input;
  if (!video) return { geometry: null, at: async () => null, close: () => input.close() };
  /** The frame that is shown, and those after it. */
  const frames: (ShownFrame & { from: number })[] = [];
  const track = createVideoTrack(video, input.originSeconds, range, (frame, at, _end, time) => {
    const copy = frame.clone();
    if (copy) frames.push({ frame: copy, time, from: range.start + at });
    return copy !== null;
  });
  const feeder: PacketFeeder = createFeeder(input, [track], {
    window: range,
    hasSeeked,
    video: track,
    addAudio: () => undefined,
  });
  if (hasSeeked) seek(input, range.start);
  let isEnded = false;
  return {
    geometry: geometryOf(video),
    async at(time) {
      const until = time + CLOCK_TOLERANCE_SECONDS;
      while (!isEnded && (frames.at(-1)?.from ?? 0) <= until) {
        if (!feeder.next()) {
          track.finish();
          isEnded = true;
        }
        await breathe(signal);
      }
      while (frames.length > 1 && frames[1]!.from <= until) frames.shift()!.frame.free();
      const [shown] = frames;
      return shown && shown.from <= until ? shown : null;
    },
    close() {
      for (const { frame } of frames) frame.free();
      feeder.close();
      track.close();
      input.close();
    },
  };
}
