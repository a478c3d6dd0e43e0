import { AVDISCARD_ALL } from 'node-av/constants';
import { Dictionary, FormatContext, Packet } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFile } from '../../files/remove.ts';
import { openDecoder } from '../decoder.ts';
import { openInput } from '../input.ts';
import { createAudioMix } from './audio-mix.ts';
import { type AudioSink, createAudioSink } from './audio-sink.ts';
import { createCopyTrack } from './copy.ts';
import { check } from './encoder.ts';
import { canSeek, pump, RetryRead, seek } from './read-part.ts';
import type { TranscodeRequest, TranscodeSummary, Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';
import { createVideoEncodeTrack } from './video.ts';

/** Packets decoded to detect interlaced video. */
const MAX_INSPECTED_PACKETS = 30;

/**
 * Converts a file, or a range of it, to a widely playable MP4: progressive H.264 (4:2:0, 8 bits, SDR, at most 1080p
 * unless `isFullSize`, one keyframe per second) and stereo AAC, with the index in front. Frames keep their times to
 * 1/90000 s (variable frame rate and rotation are preserved; 0 = the earliest timestamp of the file). The target exists
 * only on success.
 * @throws ReelscopeError `unreadable_media`, `not_found`, `storage_full`, `internal`; CanceledError
 */
export async function transcode(path: string, request: TranscodeRequest): Promise<TranscodeSummary> {
  const ways = [
    ...(request.copyVideo && !request.blur && !request.range && !(await startsInterlaced(path, request.tracks))
      ? [{ copy: true, seek: false }]
      : []),
    ...((await canSeek(path, request)) ? [{ copy: false, seek: true }] : []),
    { copy: false, seek: false },
  ];
  for (const way of ways) {
    try {
      return await attempt(path, request, way);
    } catch (error) {
      await removeFile(request.target);
      const isLast = way === ways.at(-1);
      const canRetry = error instanceof RetryRead || (way.copy && error instanceof ReelscopeError);
      if (isLast || !canRetry) throw error;
    }
  }
  throw new ReelscopeError('internal', sentence('media.not-converted'));
}

/**
 * Decodes the first frames to find out whether the video is interlaced; browsers would show a copy of it with combing.
 */
async function startsInterlaced(path: string, tracks: TranscodeRequest['tracks']): Promise<boolean> {
  const input = await openInput(path, tracks);
  const packet = new Packet();
  packet.alloc();
  try {
    if (!input.video) return false;
    const { index } = input.video;
    for (const stream of input.context.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    const decoder = openDecoder(input.video, 1);
    try {
      for (let read = 0; read < MAX_INSPECTED_PACKETS && input.context.readFrameSync(packet) >= 0; read++) {
        if (packet.streamIndex === index) decoder.decode(packet, () => {});
        packet.unref();
        if (decoder.isInterlaced) return true;
      }
      return false;
    } finally {
      decoder.close();
    }
  } finally {
    packet.free();
    input.close();
  }
}

async function attempt(
  path: string,
  request: TranscodeRequest,
  way: { copy: boolean; seek: boolean },
): Promise<TranscodeSummary> {
  const input = await openInput(path, request.tracks);
  const output = new FormatContext();
  const tracks: TranscodeTrack[] = [];
  let isOpen = false;
  let sink: AudioSink | undefined;
  try {
    check(output.allocOutputContext2(null, 'mp4', request.target), sentence('step.write'));
    const window: Window = request.range ?? { start: 0, end: Number.POSITIVE_INFINITY };
    const { video, audio, originSeconds: origin } = input;
    const isCopied = way.copy && video !== null;
    if (video && isCopied) tracks.push(createCopyTrack(output, video, origin));
    const { isFullSize, blur } = request;
    const encoded = video && !isCopied && createVideoEncodeTrack(output, video, origin, { window, isFullSize, blur });
    if (encoded) tracks.push(encoded);
    sink = audio ? createAudioSink(output) : undefined;
    const mix = sink && createAudioMix(input, window, sink.append);
    tracks.push(...(mix?.tracks ?? []));
    check(await output.openOutput(), sentence('step.create'));
    isOpen = true;
    check(await output.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })), sentence('step.write'));
    if (way.seek) seek(input, window.start);
    const { signal, onProgress } = request;
    const successors = { video: encoded || undefined, addAudio: mix?.addAudio ?? (() => undefined) };
    await pump(input, tracks, window, way.seek, { signal, onProgress, ...successors });
    for (const track of tracks) track.finish();
    mix?.finish();
    sink?.finish();
    if (!tracks.some((track) => track.count > 0)) {
      throw new ReelscopeError('unreadable_media', sentence('media.part-undecodable'));
    }
    check(await output.writeTrailer(), sentence('step.write'));
    await output.closeOutput();
    isOpen = false;
    request.onProgress?.(1);
    return {
      duration: Math.max(...tracks.map((track) => track.endTime)),
      hasVideo: video !== null,
      hasAudio: audio !== null,
    };
  } finally {
    for (const track of tracks) track.close();
    sink?.close();
    if (isOpen) await output.closeOutput();
    output.freeContext();
    input.close();
  }
}
