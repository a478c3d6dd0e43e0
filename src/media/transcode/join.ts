import { AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709 } from 'node-av/constants';
import { Dictionary, FormatContext } from 'node-av/lib';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFile } from '../../files/remove.ts';
import { blurAreas } from '../blur/blur-areas.ts';
import type { FaceTrack } from '../blur/face-track.ts';
import { blurFrame } from '../blur/paint-blur.ts';
import { geometryOf } from '../geometry.ts';
import { openInput } from '../input.ts';
import { createAudioMix } from './audio-mix.ts';
import { AUDIO_SAMPLE_RATE, type AudioSink, createAudioSink } from './audio-sink.ts';
import { check } from './encoder.ts';
import { blackFrame, createFrameFitter, type Size } from './fit.ts';
import { canSeek, pump, RetryRead, seek } from './read-part.ts';
import type { Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';
import { createVideoTrack } from './video.ts';
import { createVideoSink, type VideoSink } from './video-sink.ts';

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

const BT709 = { colorSpace: AVCOL_SPC_BT709, colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709 };
/** Interval of black frames, so that every second has a keyframe. */
const BLACK_SECONDS = 1;

/**
 * Joins parts of files into one MP4 as {@link transcode} writes it. Frames of any size are centered on the canvas and
 * keep their times; a part without video is black, one without audio silent, so that every part takes exactly its
 * range.
 * @returns seconds written
 * @throws ReelscopeError `unreadable_media`, `not_found`, `storage_full`, `internal`; CanceledError
 */
export async function joinParts(parts: readonly JoinPart[], request: JoinRequest): Promise<number> {
  const fromStart = new Set<JoinPart>();
  for (;;) {
    try {
      return await attempt(parts, fromStart, request);
    } catch (error) {
      await removeFile(request.target);
      if (!(error instanceof MissedStart)) throw error;
      fromStart.add(error.part);
    }
  }
}

/** Signals that seeking missed the start of a part. */
class MissedStart extends Error {
  readonly part: JoinPart;
  constructor(part: JoinPart) {
    super('seeking missed the start of a part');
    this.part = part;
  }
}

interface Sinks {
  video: VideoSink | null;
  audio: AudioSink;
}

async function attempt(
  parts: readonly JoinPart[],
  fromStart: ReadonlySet<JoinPart>,
  { target, canvas, signal, onProgress }: JoinRequest,
): Promise<number> {
  const output = new FormatContext();
  const total = parts.reduce((sum, { range }) => sum + range.end - range.start, 0);
  let sinks: Sinks | undefined;
  let isOpen = false;
  let base = 0;
  try {
    check(output.allocOutputContext2(null, 'mp4', target), sentence('step.write'));
    sinks = { video: canvas && createVideoSink(output, canvas, BT709), audio: createAudioSink(output) };
    check(await output.openOutput(), sentence('step.create'));
    isOpen = true;
    check(await output.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })), sentence('step.write'));
    for (const part of parts) {
      const length = part.range.end - part.range.start;
      const tell = (fraction: number) => onProgress?.(Math.min(0.99, (base + fraction * length) / total));
      await appendPart(part, { sinks, canvas, base, isSought: !fromStart.has(part), signal, onProgress: tell });
      base += length;
    }
    sinks.video?.finish();
    sinks.audio.finish();
    check(await output.writeTrailer(), sentence('step.write'));
    await output.closeOutput();
    isOpen = false;
    onProgress?.(1);
    return base;
  } finally {
    sinks?.video?.close();
    sinks?.audio.close();
    if (isOpen) await output.closeOutput();
    output.freeContext();
  }
}

interface PartOptions {
  sinks: Sinks;
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
                ...([fitted, base + at, base + end] as const),
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
