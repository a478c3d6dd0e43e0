import type { Packet, Stream } from 'node-av/lib';
import { NO_TIMESTAMP, toSeconds } from './timestamps.ts';

/**
 * Demuxers of broadcast and streaming formats, whose timestamps may legitimately jump or wrap (FFmpeg's
 * AVFMT_TS_DISCONT).
 */
const DISCONTINUOUS_FORMATS: ReadonlySet<string> = new Set(['mpegts', 'mpeg', 'flv', 'ogg']);

/** A larger gap in a discontinuous format is a jump (FFmpeg's dts_delta_threshold). */
const MAX_DISCONTINUOUS_GAP_SECONDS = 10;
/** Total of gaps that are kept; what exceeds it is closed, so that a tiny file can't demand hours of silence. */
const MAX_TOTAL_GAP_SECONDS = 3600;
/** Shorter gaps do not count toward the total: low frame rates without durations have them everywhere. */
const MIN_COUNTED_GAP_SECONDS = 1;
/**
 * Streams begin at most this long after others at the same place of a file; one that is further behind has another
 * clock.
 */
const MAX_LATE_SECONDS = 1.5;
/** Decoding timestamps never decrease; a small decrease is container rounding. */
const MAX_BACKWARD_SECONDS = 0.5;
/** Maximum plausible distance between the presentation and the decoding timestamp of a packet. */
const MAX_REORDER_SECONDS = 10;
/** Number of remembered offsets. A damaged file may jump arbitrarily often. */
const MAX_EPOCHS = 32;

/** Section of a file with continuous timestamps. */
interface Epoch {
  /** Seconds subtracted from the timestamps of the file. */
  readonly offset: number;
}

interface StreamState {
  readonly timeBase: { num: number; den: number };
  epoch: Epoch;
  /** Corrected seconds of the last packet. */
  last: number | undefined;
}

export function hasDiscontinuousTimestamps(container: string): boolean {
  return DISCONTINUOUS_FORMATS.has(container);
}

/**
 * Rewrites packet timestamps so that time is continuous: jumps backward, large jumps forward, wraps and single damaged
 * timestamps are removed. A jump affects all streams, but not at the same packet; a stream whose timestamps jump
 * therefore first tries the offsets that other streams already use, which keeps them synchronized.
 */
export class TimestampCorrector {
  readonly #maxGap: number;
  readonly #isDiscontinuous: boolean;
  readonly #streams = new Map<number, StreamState>();
  #epochs: Epoch[] = [{ offset: 0 }];
  /** Corrected seconds up to which packets have been read, over all streams. */
  #end: number | undefined;
  #gaps = 0;
  #jumps = 0;

  /** @param originSeconds time of the earliest timestamp; undefined if reading starts in the middle of the file */
  constructor(container: string, streams: readonly Stream[], originSeconds: number | undefined) {
    this.#maxGap = hasDiscontinuousTimestamps(container) ? MAX_DISCONTINUOUS_GAP_SECONDS : MAX_TOTAL_GAP_SECONDS;
    this.#end = originSeconds;
    this.#isDiscontinuous = hasDiscontinuousTimestamps(container);
    for (const stream of streams) this.add(stream);
  }

  /** Adds a stream that is announced later. @param before index of the stream that it continues, if any */
  add({ index, timeBase: { num, den } }: Stream, before?: number): void {
    const last = before === undefined ? undefined : this.#streams.get(before)?.last;
    this.#streams.set(index, { timeBase: { num, den }, epoch: this.#epochs[0]!, last });
  }

  /** Number of corrected jumps. */
  get jumps(): number {
    return this.#jumps;
  }

  /** Corrected seconds up to which packets have been read, in the file's time. */
  get end(): number {
    return this.#end ?? 0;
  }

  /** Rewrites the timestamps of a packet in place; packets of other streams and without timestamps stay unchanged. */
  correct(packet: Packet): void {
    const state = this.#streams.get(packet.streamIndex);
    if (!state) return;
    const { timeBase } = state;
    const { dts, pts } = packet;
    const stamp = dts === NO_TIMESTAMP ? pts : dts;
    if (stamp === NO_TIMESTAMP) return;
    const raw = toSeconds(stamp, timeBase);
    const duration = Math.max(0, toSeconds(packet.duration, timeBase));
    if (!this.#isContinuous(raw - state.epoch.offset, state)) state.epoch = this.#epochFor(raw, state);
    const time = raw - state.epoch.offset;
    const gap = this.#end === undefined ? 0 : time - this.#end;
    if (gap > MIN_COUNTED_GAP_SECONDS) this.#gaps += gap;
    state.last = time;
    // A damaged duration must not move the end, or the next packets would look late.
    const end = time + (duration <= this.#maxGap ? duration : 0);
    if (this.#end === undefined || end > this.#end) this.#end = end;
    this.#rewrite(packet, state, pts, dts);
  }

  #rewrite(packet: Packet, { epoch, timeBase }: StreamState, pts: bigint, dts: bigint): void {
    const maxReorder = (MAX_REORDER_SECONDS * timeBase.den) / timeBase.num;
    const isDamaged =
      pts !== NO_TIMESTAMP && dts !== NO_TIMESTAMP && Math.abs(Number(pts - dts)) > maxReorder && this.#jumps > 0;
    if (epoch.offset === 0 && !isDamaged) return;
    const shift = BigInt(Math.round((epoch.offset * timeBase.den) / timeBase.num));
    if (dts !== NO_TIMESTAMP) packet.dts = dts - shift;
    if (pts !== NO_TIMESTAMP) packet.pts = (isDamaged ? dts : pts) - shift;
  }

  #isContinuous(time: number, { last }: StreamState): boolean {
    if (last !== undefined && time < last - MAX_BACKWARD_SECONDS) return false;
    if (this.#end === undefined) return true;
    if (last === undefined && this.#isDiscontinuous && time < this.#end - MAX_LATE_SECONDS) return false;
    const gap = time - this.#end;
    if (gap > this.#maxGap) return false;
    return gap <= MIN_COUNTED_GAP_SECONDS || this.#gaps + gap <= MAX_TOTAL_GAP_SECONDS;
  }

  /**
   * Returns the known epoch in which a packet directly follows the stream's last one, or starts a new epoch at the
   * current end.
   */
  #epochFor(raw: number, state: StreamState): Epoch {
    const expected = state.last ?? this.end;
    const known = this.#epochs
      .filter(({ offset }) => this.#isContinuous(raw - offset, state))
      .sort((a, b) => Math.abs(raw - a.offset - expected) - Math.abs(raw - b.offset - expected))[0];
    if (known) return known;
    this.#jumps++;
    const epoch = { offset: raw - this.end };
    this.#epochs = [...this.#epochs, epoch].slice(-MAX_EPOCHS);
    return epoch;
  }
}
