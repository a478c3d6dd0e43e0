import { AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AVDISCARD_ALL } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import type { StartTimecode } from '../../contract/library/start-timecode.ts';
import { frameOfHour, frameOfLabel, rateOfTimecode, readLabel } from '../../core/formats/timecode.ts';
import { type MediaInput, openContext } from '../input.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import { readGop } from './gop.ts';
import { interpretTimecode, startTimecode, timeReference } from './interpret.ts';

/** Packets that are read to find a timecode which no tag states; it is in one of the first. */
const MAX_PACKETS = 200;
const MAX_BYTES = 5_000_000;

/**
 * Returns the start timecode that a file states, null without one: a timecode track or tag (MOV, MP4, MXF, Matroska,
 * DV, GXF, AVI), the header of a group of pictures (MPEG-1 and MPEG-2), or the time reference of a broadcast wave file.
 * @param path of the opened file; a second context reads it where tags don't state the timecode
 */
export function startTimecodeOf(input: MediaInput, path: string): StartTimecode | null {
  const { video, audio, context } = input;
  const streams = context.streams;
  const track = streams.find((stream) => isTimecodeTrack(stream) && (tagOf(stream, 'timecode') || !video));
  const text = [video, context, track, ...streams].map((part) => part && tagOf(part, 'timecode')).find(Boolean);
  const videoFps = fpsOf(video);
  if (text) {
    // The track of the text, as a file may have several.
    const own = streams.find((stream) => isTimecodeTrack(stream) && tagOf(stream, 'timecode') === text);
    return interpretTimecode({ text, fps: own && fpsOf(own), videoFps });
  }
  const unread = streams.find((stream) => isTimecodeTrack(stream));
  if (unread) return trackTimecode(input, path, unread);
  if (video) return isMpegVideo(video) ? gopTimecode(input, path, video) : null;
  const samples = tagOf(context, 'time_reference') ?? (audio && tagOf(audio, 'time_reference'));
  return samples && audio ? timeReference(Number(samples), audio.codecpar.sampleRate) : null;
}

/**
 * Timecode of a track whose flags contradict its rate, which FFmpeg leaves out: drop frame at 24. Its first sample is
 * the number of the first frame (QuickTime File Format, timecode media).
 */
function trackTimecode(input: MediaInput, path: string, track: Stream): StartTimecode | null {
  const fps = fpsOf(track);
  return (
    firstPacket(input, path, track.index, ({ data }) => {
      if (!data || data.length < 4) return undefined;
      const frame = data.readUInt32BE(0);
      const nominal = Math.ceil(fps - 0.001);
      if (!(nominal > 0)) return undefined;
      const second = Math.floor(frame / nominal);
      const parts = [Math.floor(second / 3600) % 24, Math.floor(second / 60) % 60, second % 60, frame % nominal];
      const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
      return interpretTimecode({ text, fps, videoFps: fpsOf(input.video) }) ?? undefined;
    }) ?? null
  );
}

/**
 * The timecode of the first group of pictures, less the time of its first picture. None if it is 00:00:00:00: the
 * default of encoders.
 */
function gopTimecode(input: MediaInput, path: string, video: Stream): StartTimecode | null {
  const videoFps = fpsOf(video);
  return (
    firstPacket(input, path, video.index, (packet) => {
      const gop = packet.data && readGop(packet.data);
      if (!gop) return undefined;
      const { hours, minutes, seconds, frames, drop, shownBefore } = gop;
      const parts = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
      if (hours + minutes + seconds + frames === 0) return null;
      const start = interpretTimecode({ text: `${parts}${drop ? ';' : ':'}${frames}`, videoFps });
      const isTimed = packet.pts !== NO_TIMESTAMP;
      const late = isTimed ? toSeconds(packet.pts, video.timeBase) - input.originSeconds : 0;
      return start && earlier(start, Math.round(late * videoFps) - (isTimed ? shownBefore : 0));
    }) ?? null
  );
}

/** Timecode some frames earlier, on the day before if need be. */
function earlier(start: StartTimecode, frames: number): StartTimecode {
  const rate = rateOfTimecode(start)!;
  const day = frameOfHour(24, rate);
  const frame = frameOfLabel(readLabel(start.timecode)!, rate)! - frames;
  return startTimecode((frame + day) % day, rate);
}

/** Reads the first packets of a stream until `read` returns something. Undefined if it doesn't. */
function firstPacket<Found>(
  input: MediaInput,
  path: string,
  index: number,
  read: (packet: Packet) => Found | undefined,
): Found | undefined {
  // Reading moves the position of a context.
  const context = openContext(path, input.container);
  const packet = new Packet();
  packet.alloc();
  try {
    for (const stream of context.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    for (let count = 0, bytes = 0; count < MAX_PACKETS && bytes < MAX_BYTES; count++) {
      if (context.readFrameSync(packet) < 0) return undefined;
      bytes += packet.size;
      const found = packet.streamIndex === index ? read(packet) : undefined;
      packet.unref();
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    packet.free();
    context.closeInputSync();
  }
}

function isTimecodeTrack({ codecpar }: Stream): boolean {
  return codecpar.codecTagString === 'tmcd';
}

function isMpegVideo({ codecpar }: Stream): boolean {
  return codecpar.codecId === AV_CODEC_ID_MPEG1VIDEO || codecpar.codecId === AV_CODEC_ID_MPEG2VIDEO;
}

/** Average frames per second; 0 if unknown. */
function fpsOf(stream: Stream | null): number {
  const { num, den } = stream?.avgFrameRate ?? { num: 0, den: 0 };
  return num > 0 && den > 0 ? num / den : 0;
}

/** A tag by its name, whatever its case; empty without it. */
function tagOf({ metadata }: Pick<Stream, 'metadata'>, name: string): string {
  const tags = Object.entries(metadata?.getAll() ?? {});
  return tags.find(([tag]) => tag.toLowerCase() === name)?.[1].trim() ?? '';
}
