import type { Packet, Stream } from 'node-av/lib';
import type { MediaInput } from '../input.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';

/** A stream that goes on for so long while the current one has no packets takes its place. */
const MIN_SILENCE_SECONDS = 1.5;
/** The same in packets, for streams without timestamps. */
const MAX_WAITING_PACKETS = 240;
/** The same at the end of the file, where nothing more can come. */
const MIN_LAST_SECONDS = 0.5;
/** Packets further apart don't belong together. */
const MAX_STEP_SECONDS = 2;

/** A track that can go on with another stream. */
export interface ContinuableTrack {
  readonly streamIndex: number;
  /** Returns false if the stream can't be decoded. */
  continueWith(stream: Stream): boolean;
}

/** A stream that follows another one. */
export interface Successor {
  stream: Stream;
  /** Index of the stream before. */
  before: number;
  /** Packets read before it was known to be the successor. The caller frees them. */
  packets: Packet[];
}

/**
 * Finds the video stream in which a broadcast goes on after a change of its programs or PIDs. Two streams at the same
 * time are no successors: packets of the current one keep arriving.
 */
export class VideoSuccession {
  readonly #input: MediaInput;
  readonly #track: ContinuableTrack;
  #waiting: { index: number; packets: Packet[]; from: number | undefined; to: number | undefined } | undefined;
  /** Streams that can't be decoded. */
  readonly #refused = new Set<number>();

  constructor(input: MediaInput, track: ContinuableTrack) {
    this.#input = input;
    this.#track = track;
  }

  /** Takes note of a packet of the current stream. */
  current(): void {
    for (const packet of this.#waiting?.packets ?? []) packet.free();
    this.#waiting = undefined;
  }

  /** Takes note of a packet of another stream; returns it as the successor once it is one. */
  other(packet: Packet, stream: Stream): Successor | undefined {
    const index = packet.streamIndex;
    if (this.#refused.has(index) || (this.#waiting && this.#waiting.index !== index)) return undefined;
    const stamp = packet.dts === NO_TIMESTAMP ? packet.pts : packet.dts;
    const time = stamp === NO_TIMESTAMP ? undefined : toSeconds(stamp, stream.timeBase);
    // A demuxer holds back the last packet of a stream until the stream goes on, maybe much later.
    if (time !== undefined && Math.abs(time - (this.#waiting?.to ?? time)) > MAX_STEP_SECONDS) this.current();
    this.#waiting ??= { index, packets: [], from: undefined, to: undefined };
    const waiting = this.#waiting;
    const copy = packet.clone();
    if (copy) waiting.packets.push(copy);
    if (time !== undefined) {
      waiting.to = time;
      waiting.from ??= time;
    }
    const isDue = this.#waitedSeconds >= MIN_SILENCE_SECONDS || waiting.packets.length >= MAX_WAITING_PACKETS;
    return isDue ? this.#succeed() : undefined;
  }

  /** The successor at the end of the file. */
  end(): Successor | undefined {
    return this.#waitedSeconds >= MIN_LAST_SECONDS ? this.#succeed() : undefined;
  }

  close(): void {
    this.current();
  }

  get #waitedSeconds(): number {
    const { from, to } = this.#waiting ?? {};
    return from === undefined || to === undefined ? 0 : to - from;
  }

  #succeed(): Successor | undefined {
    const { index, packets } = this.#waiting!;
    const stream = this.#input.context.streams[index];
    const before = this.#track.streamIndex;
    if (!stream || !this.#track.continueWith(stream)) {
      this.#refused.add(index);
      this.current();
      return undefined;
    }
    this.#waiting = undefined;
    return { stream, before, packets };
  }
}
