import { avGetCodecName, avGetPixFmtName } from 'node-av/lib';
import { roundSeconds } from '../base/time.ts';
import type { TrackChoice } from '../contract/library/tracks.ts';
import type { AudioInfo, MediaInfo, VideoInfo } from './frames.ts';
import { geometryOf } from './geometry.ts';
import { type MediaInput, openInput } from './input.ts';
import { recordingOf } from './recording.ts';
import { startTimecodeOf } from './start-timecode/read.ts';
import { hasDiscontinuousTimestamps } from './timestamps/timestamp-corrector.ts';
import { scanTimestamps } from './timestamps/timestamp-scan.ts';
import { frameRateOf, withoutStream } from './tracks/tracks.ts';

/** Limit for measuring the duration at registration; beyond it, the duration is extrapolated. */
const SCAN_TIMEOUT_MS = 1500;
/** Files with fewer bytes per second than any codec needs state a wrong duration. */
const MIN_BYTES_PER_SECOND = 200;
/** Containers of a constant frame rate whose average FFmpeg doesn't compute, or computes wrongly. */
const CONSTANT_RATE: ReadonlySet<string> = new Set(['dv', 'gxf', 'ivf']);
/** Smaller differences between the stated and the measured duration are rounding (share of the duration). */
const DURATION_TOLERANCE = 0.05;

/**
 * Reads the properties of a file without decoding it.
 * @throws ReelscopeError `unreadable_media` (not media, empty, damaged), `not_found`
 */
export async function probe(path: string, choice?: TrackChoice): Promise<MediaInfo> {
  const { input, info } = await openProbed(path, choice);
  input.close();
  return info;
}

/**
 * Does the same and leaves the file open for a pass, as FFmpeg decodes its first frames to inspect it. The caller
 * closes it.
 * @throws ReelscopeError as {@link probe}
 */
export async function openProbed(path: string, choice?: TrackChoice): Promise<{ input: MediaInput; info: MediaInfo }> {
  const input = await openInput(path, choice);
  try {
    const info = await plausible(path, mediaInfo(input));
    return { input, info: { ...info, startTimecode: startTimecodeOf(input, path) } };
  } catch (error) {
    input.close();
    throw error;
  }
}

/** Measures a duration that can't be right as stated. */
async function plausible(path: string, info: MediaInfo): Promise<MediaInfo> {
  const isImplausible =
    info.duration === 0 || (info.duration > 1 && info.sizeBytes / info.duration < MIN_BYTES_PER_SECOND);
  if (!isImplausible && !hasDiscontinuousTimestamps(info.container)) return info;
  const { duration } = await scanTimestamps(path, { timeoutMs: SCAN_TIMEOUT_MS });
  const isConfirmed = Math.abs(duration - info.duration) <= Math.max(1, info.duration * DURATION_TOLERANCE);
  return isConfirmed || duration === 0 ? info : { ...info, duration: roundSeconds(duration) };
}

/** Returns the properties of an opened file. */
export function mediaInfo(input: MediaInput): MediaInfo {
  const tracks = input.tracks();
  return {
    container: input.container,
    duration: roundSeconds(input.duration),
    sizeBytes: input.sizeBytes,
    video: videoInfo(input),
    audio: audioInfo(input, tracks.audio.length),
    recording: recordingOf(input),
    tracks: { audio: tracks.audio.map(withoutStream), video: tracks.video.map(withoutStream) },
  };
}

function videoInfo(input: MediaInput): VideoInfo | null {
  const { video } = input;
  if (!video) return null;
  const { width, height, rotation } = geometryOf(video);
  return {
    codec: avGetCodecName(video.codecpar.codecId) ?? 'unknown',
    width,
    height,
    rotation,
    // Averages of tape formats count fields, or the time base.
    frameRate: frameRateOf(CONSTANT_RATE.has(input.container) ? { avgFrameRate: video.rFrameRate } : video),
    pixelFormat: avGetPixFmtName(video.codecpar.format as Parameters<typeof avGetPixFmtName>[0]) ?? 'unknown',
  };
}

function audioInfo({ audio }: MediaInput, tracks: number): AudioInfo | null {
  if (!audio) return null;
  return {
    codec: avGetCodecName(audio.codecpar.codecId) ?? 'unknown',
    sampleRate: audio.codecpar.sampleRate,
    channels: audio.codecpar.channels,
    language: audio.metadata?.get('language') ?? null,
    tracks,
  };
}
