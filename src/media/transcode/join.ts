import type { TrackChoice } from '../../contract/library/tracks.ts';
import { blurAreas } from '../blur/blur-areas.ts';
import type { FaceTrack } from '../blur/face-track.ts';
import { blurFrame } from '../blur/paint-blur.ts';
import { geometryOf } from '../geometry.ts';
import { openInput } from '../input.ts';
import { createAudioMix } from './audio-mix.ts';
import { AUDIO_SAMPLE_RATE, type AudioSink } from './audio-sink.ts';
import { blackFrame, createFrameFitter, type Size } from './fit.ts';
import { canSeek, MissedStart, pump, RetryRead, seek, writeSeeking } from './read-part.ts';
import type { Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';
import { createVideoTrack } from './video.ts';
import type { VideoSink } from './video-sink.ts';
import { type ClipSinks, writeClip } from './write-clip.ts';

/** Part of a file, in seconds from the start of the file. */
export interface JoinPart {
  path: string;
  range: Window;
  /** Faces to blur; absent: none. */
  blur?: readonly FaceTrack[] | undefined;
  /** Absent: the main ones. */
  tracks?: TrackChoice | undefined;
}

export interface JoinRequest {
  /** Absolute path of the MP4 file to write. */
  target: string;
  /** Frame of the result in even pixels; null for sound only. */
  canvas: Size | null;
  signal?: AbortSignal | undefined;
  /** Called with the completed fraction, 0..1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Interval of black frames, so that every second has a keyframe. */
const BLACK_SECONDS = 1;

/**
 * Joins parts of files into one MP4 as {@link transcode} writes it. Frames of any size are centered on the canvas and
 * keep their times; a part without video is black, one without audio silent, so that every part takes exactly its
 * range.
 * @returns seconds written
 * @throws ReelscopeError `unreadable_media`, `not_found`, `storage_full`, `internal`; CanceledError
 */
export async function joinParts(
  parts: readonly JoinPart[],
  { target, canvas, signal, onProgress }: JoinRequest,
): Promise<number> {
  const total = parts.reduce((sum, { range }) => sum + range.end - range.start, 0);
  await writeSeeking(target, (fromStart: ReadonlySet<JoinPart>) =>
    writeClip(target, canvas, async (sinks) => {
      let base = 0;
      for (const part of parts) {
        const length = part.range.end - part.range.start;
        const tell = (fraction: number) => onProgress?.(Math.min(0.99, (base + fraction * length) / total));
        await appendPart(part, { sinks, canvas, base, isSought: !fromStart.has(part), signal, onProgress: tell });
        base += length;
      }
    }),
  );
  onProgress?.(1);
  return total;
}

interface PartOptions {
  sinks: ClipSinks;
  canvas: Size | null;
  /** Seconds before the part in the result. */
  base: number;
  isSought: boolean;
  signal: AbortSignal | undefined;
  onProgress(fraction: number): void;
}

/** Appends exactly the range of a part. */
async function appendPart(part: JoinPart, options: PartOptions): Promise<void> {
  const { sinks, canvas, base, signal, onProgress } = options;
  const { path, range, blur } = part;
  const isSought = options.isSought && (await canSeek(path, { range, signal }));
  const input = await openInput(path, part.tracks);
  const tracks: TranscodeTrack[] = [];
  const samples =
    Math.round((base + range.end - range.start) * AUDIO_SAMPLE_RATE) - Math.round(base * AUDIO_SAMPLE_RATE);
  let appended = 0;
  let frames = 0;
  const append: AudioSink['append'] = (block, offset, count) => {
    const taken = Math.min(count, samples - appended);
    sinks.audio.append(block, offset, taken);
    appended += taken;
  };
  const fitter = input.video && canvas ? createFrameFitter(canvas, geometryOf(input.video)) : null;
  try {
    const video =
      input.video && fitter
        ? createVideoTrack(input.video, input.originSeconds, range, (frame, at, end, time) => {
            frames++;
            return fitter.fit(frame, (fitted, place) =>
              sinks.video!.write(
                fitted,
                base + at,
                base + end,
                blur && ((picture) => blurFrame(picture, blurAreas(blur, time), place)),
              ),
            );
          })
        : undefined;
    if (video) tracks.push(video);
    const mix = createAudioMix(input, range, append);
    tracks.push(...mix.tracks);
    if (tracks.length > 0) {
      if (isSought) seek(input, range.start);
      await pump(input, tracks, range, isSought, { signal, onProgress, video, addAudio: mix.addAudio });
      for (const track of tracks) track.finish();
      mix.finish();
    }
    if (canvas && frames === 0) writeBlack(sinks.video!, canvas, base, range.end - range.start);
    append(null, 0, samples - appended);
  } catch (error) {
    throw error instanceof RetryRead ? new MissedStart(part) : error;
  } finally {
    for (const track of tracks) track.close();
    fitter?.close();
    input.close();
  }
}

function writeBlack(sink: VideoSink, canvas: Size, base: number, length: number): void {
  const frame = blackFrame(canvas);
  try {
    for (let at = 0; at < length; at += BLACK_SECONDS) {
      sink.write(frame, base + at, base + Math.min(length, at + BLACK_SECONDS));
    }
  } finally {
    frame.free();
  }
}
