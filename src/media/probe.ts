import { avGetCodecName, avGetPixFmtName } from 'node-av/lib';
import { roundSeconds } from '../base/time.ts';
import type { AudioInfo, MediaInfo, VideoInfo } from './frames.ts';
import { geometryOf } from './geometry.ts';
import { type MediaInput, openInput } from './input.ts';

/**
 * What a file holds, without decoding it.
 * @throws ReelscopeError `unreadable_media` (not media, empty, damaged), `not_found`
 */
export async function probe(path: string): Promise<MediaInfo> {
  const input = await openInput(path);
  try {
    return mediaInfo(input);
  } finally {
    input.close();
  }
}

/** Describes an opened file. */
export function mediaInfo(input: MediaInput): MediaInfo {
  return {
    container: input.container,
    duration: roundSeconds(input.duration),
    sizeBytes: input.sizeBytes,
    video: videoInfo(input),
    audio: audioInfo(input),
  };
}

function videoInfo({ video }: MediaInput): VideoInfo | null {
  if (!video) return null;
  const { width, height, rotation } = geometryOf(video);
  const rate = video.avgFrameRate;
  return {
    codec: avGetCodecName(video.codecpar.codecId) ?? 'unknown',
    width,
    height,
    rotation,
    frameRate: rate.num > 0 && rate.den > 0 ? Math.round((rate.num / rate.den) * 1000) / 1000 : 0,
    pixelFormat: avGetPixFmtName(video.codecpar.format as Parameters<typeof avGetPixFmtName>[0]) ?? 'unknown',
  };
}

function audioInfo({ audio, audioTracks }: MediaInput): AudioInfo | null {
  if (!audio) return null;
  return {
    codec: avGetCodecName(audio.codecpar.codecId) ?? 'unknown',
    sampleRate: audio.codecpar.sampleRate,
    channels: audio.codecpar.channels,
    language: audio.metadata?.get('language') ?? null,
    tracks: audioTracks,
  };
}
