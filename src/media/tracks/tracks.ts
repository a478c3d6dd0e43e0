import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, Codec, type Stream } from 'node-av/lib';
import type { AudioTrack, VideoTrack } from '../../contract/library/tracks.ts';
import { languageOf, roleOf } from '../audio/track-roles.ts';
import { geometryOf } from '../geometry.ts';

/** Limits for tags, which an untrusted file states. */
const MAX_TITLE_LENGTH = 200;
/** Names that programs give to every track. */
const GENERIC_NAME = /handler|gpac|bento4|apple|core media|mainconcept|^(audio|video|sound|stereo|mono)?\s*$/i;
/** Handler names are NUL-terminated in some files. */
const NUL = String.fromCharCode(0);

/** A track with its stream. */
export type StreamTrack<Track> = Track & { readonly stream: Stream };

/** Codec of a stream; streams that are excluded from inspection lose it. */
export type CodecIdOf = (stream: Stream) => Stream['codecpar']['codecId'];

function isAudio({ codecpar }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_AUDIO;
}

/** Whether a stream is video rather than cover art. */
export function isVideo({ codecpar, disposition }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_VIDEO && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0;
}

/** Whether a stream is an audio or a video track. */
export function isMedia(stream: Stream): boolean {
  return isAudio(stream) || isVideo(stream);
}

/** Returns the audio tracks of a file, numbered from 1. */
export function audioTracks(streams: readonly Stream[], codecIdOf: CodecIdOf): StreamTrack<AudioTrack>[] {
  return streams.filter(isAudio).map((stream, i) => {
    const facts = factsOf(stream, i + 1, codecIdOf);
    const { sampleRate, channels } = stream.codecpar;
    const role = roleOf(stream.disposition, stream.metadata?.get('language') ?? null, facts.title);
    return { ...facts, sample_rate: sampleRate, channels, role, stream };
  });
}

/** Returns the video tracks of a file, numbered from 1. */
export function videoTracks(streams: readonly Stream[], codecIdOf: CodecIdOf): StreamTrack<VideoTrack>[] {
  return streams.filter(isVideo).map((stream, i) => {
    const { width, height } = geometryOf(stream);
    return { ...factsOf(stream, i + 1, codecIdOf), width, height, frame_rate: frameRateOf(stream), stream };
  });
}

/** Average frames per second, to 0.001; 0 if unknown. */
export function frameRateOf({ avgFrameRate: { num, den } }: Pick<Stream, 'avgFrameRate'>): number {
  return num > 0 && den > 0 ? Math.round((num / den) * 1000) / 1000 : 0;
}

/** Removes the stream. */
export function withoutStream<Track>({ stream: _, ...track }: StreamTrack<Track>): Omit<StreamTrack<Track>, 'stream'> {
  return track;
}

function factsOf(stream: Stream, number: number, codecIdOf: CodecIdOf) {
  const codecId = codecIdOf(stream);
  const isDecodable = Codec.findDecoder(codecId) !== null;
  const name = avGetCodecName(codecId);
  return {
    number,
    // A code that FFmpeg doesn't know is at least what the container states.
    codec: name && name !== 'none' ? name : (stream.codecpar.codecTagString ?? 'unknown'),
    language: languageOf(stream.metadata?.get('language')),
    title: titleOf(stream),
    is_default: (stream.disposition & AV_DISPOSITION_DEFAULT) !== 0,
    is_decodable: isDecodable,
  };
}

function titleOf({ metadata }: Stream): string | null {
  const titles = ['title', 'name', 'track_name', 'handler_name'].map((tag) =>
    metadata?.get(tag)?.replaceAll(NUL, '').trim(),
  );
  const title = titles.find((each) => each !== undefined && !GENERIC_NAME.test(each));
  return title?.slice(0, MAX_TITLE_LENGTH) ?? null;
}
