import { Packet } from 'node-av/lib';
import { throwIfAborted } from '../../base/abort.ts';
import { removeFile } from '../../files/remove.ts';
import { createBreather } from '../breather.ts';
import type { MediaInput } from '../input.ts';
import { MIN_SEEK_SECONDS, seekTo } from '../range.ts';
import { sniff } from '../sniff.ts';
import { hasDiscontinuousTimestamps } from '../timestamps/timestamp-corrector.ts';
import { scanTimestamps } from '../timestamps/timestamp-scan.ts';
import { type Routed, StreamRouter, type Successors } from '../tracks/stream-router.ts';
import { CLOCK_TOLERANCE_SECONDS, type TranscodeRequest, type Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/** Signals that seeking missed the start of the range, so that the file is read from the beginning. */
export class RetryRead extends Error {}

/** Signals that seeking missed the start of one of several parts. */
export class MissedStart extends Error {
  readonly part: unknown;
  constructor(part: unknown) {
    super('seeking missed the start of a part');
    this.part = part;
  }
}

/**
 * Writes a file from several parts, again for each part whose start was missed by seeking. The file exists only on
 * success. @param attempt gets the parts that are read from the beginning
 */
export async function writeSeeking<Part>(
  target: string,
  attempt: (fromStart: ReadonlySet<Part>) => Promise<void>,
): Promise<void> {
  const fromStart = new Set<Part>();
  for (;;) {
    try {
      return await attempt(fromStart);
    } catch (error) {
      await removeFile(target);
      if (!(error instanceof MissedStart)) throw error;
      fromStart.add(error.part as Part);
    }
  }
}

/**
 * Whether seeking pays and is exact: after a jump of the timestamps, a position of the file is not a time of the
 * analysis.
 */
export async function canSeek(
  path: string,
  { range, signal }: Pick<TranscodeRequest, 'range' | 'signal'>,
): Promise<boolean> {
  if (!range || range.start <= MIN_SEEK_SECONDS) return false;
  if (!hasDiscontinuousTimestamps(await sniff(path))) return true;
  const { jumps } = await scanTimestamps(path, { untilSeconds: range.end, signal });
  return jumps === 0;
}

/** Moves to the keyframe before a range. @throws RetryRead */
export function seek(input: MediaInput, start: number): void {
  if (!seekTo(input, start)) throw new RetryRead();
}

/** Feeds the packets of a window to the tracks. @throws RetryRead, CanceledError */
export async function pump(
  input: MediaInput,
  tracks: TranscodeTrack[],
  window: Window,
  hasSeeked: boolean,
  { signal, onProgress, ...successors }: Pick<TranscodeRequest, 'signal' | 'onProgress'> & Successors<TranscodeTrack>,
): Promise<void> {
  const end = Math.min(window.end, input.duration || window.end);
  // After seeking, reading starts at the keyframe before the range.
  const from = hasSeeked ? window.start : 0;
  const feeder = createFeeder(input, tracks, { window, hasSeeked, ...successors });
  const breathe = createBreather();
  try {
    while (feeder.next()) {
      if (!(await breathe(signal))) continue;
      const time = Math.min(...tracks.map((each) => Math.max(each.time, from)));
      if (end > from && Number.isFinite(end)) onProgress?.(Math.min(0.99, Math.max(0, (time - from) / (end - from))));
    }
    throwIfAborted(signal);
  } finally {
    feeder.close();
  }
}

/** Feeds packets of a file to its tracks, one after another. */
export interface PacketFeeder {
  /** Feeds the next packet. Returns false at the end of the file or of the window. @throws RetryRead */
  next(): boolean;
  close(): void;
}

/** @param hasSeeked whether reading starts near the window; otherwise, at the start of the file */
export function createFeeder(
  input: MediaInput,
  tracks: TranscodeTrack[],
  { window, hasSeeked, ...successors }: { window: Window; hasSeeked: boolean } & Successors<TranscodeTrack>,
): PacketFeeder {
  const originSeconds = hasSeeked ? undefined : input.originSeconds;
  const router = new StreamRouter<TranscodeTrack>(input, { tracks, originSeconds, ...successors });
  const packet = new Packet();
  packet.alloc();
  let isChecked = !hasSeeked;
  return {
    next() {
      const hasRead = !tracks.every((each) => each.isDone) && input.context.readFrameSync(packet) >= 0;
      feed(hasRead ? router.route(packet) : router.end());
      packet.unref();
      if (!isChecked && tracks.some((each) => each.firstTime !== undefined)) {
        const isLate = tracks.some((each) => (each.firstTime ?? 0) > window.start + CLOCK_TOLERANCE_SECONDS);
        if (isLate) throw new RetryRead();
        isChecked = tracks.every((each) => each.firstTime !== undefined);
      }
      return hasRead;
    },
    close() {
      router.close();
      packet.free();
    },
  };
}

function feed(routed: Routed<TranscodeTrack> | undefined): void {
  for (const packet of routed?.packets ?? []) {
    if (!routed!.track.isDone) routed!.track.feed(packet);
    if (routed!.areCopies) packet.free();
  }
}
