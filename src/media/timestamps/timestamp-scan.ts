import { AVDISCARD_ALL } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { createBreather } from '../breather.ts';
import { type MediaInput, openInput } from '../input.ts';
import { isMedia } from '../tracks/tracks.ts';
import { hasDiscontinuousTimestamps, TimestampCorrector } from './timestamp-corrector.ts';

export interface ScanOptions {
  /** Stops at this corrected time. */
  untilSeconds?: number;
  /** Stops after this time and extrapolates the duration. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface TimestampScan {
  /** Duration in seconds without jumps, extrapolated by bytes if the scan stopped early. */
  duration: number;
  /** Number of jumps found. */
  jumps: number;
}

/** Reads the packets of a file without decoding them and measures its continuous duration. @throws as `openInput` */
export async function scanTimestamps(path: string, options: ScanOptions = {}): Promise<TimestampScan> {
  const input = await openInput(path);
  try {
    return await scan(input, options);
  } finally {
    input.close();
  }
}

async function scan(input: MediaInput, { untilSeconds, timeoutMs, signal }: ScanOptions): Promise<TimestampScan> {
  // Where streams may end and go on in others, the last of all counts.
  const isAny = hasDiscontinuousTimestamps(input.container);
  const isRead = (stream: Stream) =>
    isAny ? isMedia(stream) : stream.index === input.video?.index || stream.index === input.audio?.index;
  let streams = input.context.streams;
  for (const stream of streams) if (!isRead(stream)) stream.discard = AVDISCARD_ALL;
  const origin = input.originSeconds;
  const corrector = new TimestampCorrector(input.container, streams.filter(isRead), origin);
  const packet = new Packet();
  packet.alloc();
  const started = performance.now();
  const breathe = createBreather();
  let position = 0n;
  let isComplete = true;
  try {
    while (input.context.readFrameSync(packet) >= 0) {
      if (!streams[packet.streamIndex]) {
        const known = streams.length;
        streams = input.context.streams;
        for (const stream of streams.slice(known)) if (isRead(stream)) corrector.add(stream);
      }
      corrector.correct(packet);
      if (packet.pos > position) position = packet.pos;
      packet.unref();
      if (untilSeconds !== undefined && corrector.end - origin > untilSeconds) break;
      if (!(await breathe(signal))) continue;
      isComplete = timeoutMs === undefined || performance.now() - started < timeoutMs;
      if (!isComplete) break;
    }
  } finally {
    packet.free();
  }
  const measured = Math.max(0, corrector.end - origin);
  const duration = isComplete || position <= 0n ? measured : (measured * input.sizeBytes) / Number(position);
  return { duration, jumps: corrector.jumps };
}
