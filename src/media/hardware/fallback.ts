import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import type { Frame, Packet } from 'node-av/lib';
import type { RawDecoder } from '../raw-decoder.ts';
import { NO_TIMESTAMP } from '../timestamps/timestamps.ts';

/**
 * Compressed data that is kept to be decoded again; beyond it (minutes without a key frame), the processor takes over.
 */
const MAX_KEPT_BYTES = 256 * 1024 ** 2;

/**
 * Continues with another decoder when one fails midway, without losing or repeating a frame: it decodes again from the
 * last key frame that is needed for the next frame, and those that were delivered already are left out. Frames must
 * have timestamps.
 */
export class FallbackDecoder implements RawDecoder {
  readonly #openSecond: () => RawDecoder;
  readonly #onFallback: () => void;
  #current: RawDecoder;
  #hasFallen = false;
  /** Packets since a key frame from which all frames that are still missing can be decoded. */
  #kept: Packet[] = [];
  #keptBytes = 0;
  /** Packets that the second decoder still has to take. */
  #queue: (Packet | null)[] = [];
  #hasEnded = false;
  #last = NO_TIMESTAMP;
  #isRepeating = false;
  #damaged = 0;

  /** @param onFallback called once, when the second decoder takes over */
  constructor(first: RawDecoder, openSecond: () => RawDecoder, onFallback: () => void) {
    this.#current = first;
    this.#openSecond = openSecond;
    this.#onFallback = onFallback;
  }

  get damaged(): number {
    return this.#damaged;
  }

  send(packet: Packet | null): number {
    if (this.#hasFallen) {
      if (this.#queue.length === 0) return this.#current.send(packet);
      this.#queue.push(packet?.clone() ?? null);
      return 0;
    }
    this.#hasEnded = packet === null;
    const sent = this.#current.send(packet);
    if (sent === AVERROR_EAGAIN) return sent;
    if (packet) this.#keep(packet);
    if ((sent < 0 && sent !== AVERROR_EOF) || this.#keptBytes > MAX_KEPT_BYTES) this.#fallBack();
    return 0;
  }

  receive(frame: Frame): number {
    for (;;) {
      const received = this.#current.receive(frame);
      if (received >= 0) {
        const time = timeOf(frame);
        if (this.#isRepeating && time !== NO_TIMESTAMP && time <= this.#last) {
          frame.unref();
          continue;
        }
        this.#isRepeating = false;
        this.#last = time;
        return received;
      }
      if (received === AVERROR_EAGAIN && this.#refill()) continue;
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return received;
      if (!this.#hasFallen) this.#fallBack();
      else if (!this.#refill()) return received;
      // The caller would wait for the next packet, while more are here.
      else this.#damaged++;
    }
  }

  flush(): void {
    this.#release();
    this.#last = NO_TIMESTAMP;
    this.#isRepeating = false;
    this.#hasEnded = false;
    this.#current.flush();
  }

  close(): void {
    this.#release();
    this.#current.close();
  }

  #fallBack(): void {
    this.#hasFallen = true;
    this.#current.close();
    this.#onFallback();
    this.#current = this.#openSecond();
    this.#queue = this.#hasEnded ? [...this.#kept, null] : this.#kept;
    this.#kept = [];
    this.#isRepeating = true;
  }

  #keep(packet: Packet): void {
    const reference = packet.clone();
    if (!reference) throw new Error('A packet could not be referenced.');
    this.#kept.push(reference);
    this.#keptBytes += reference.size;
    if (!packet.isKeyframe) return;
    const isStart = ({ isKeyframe, pts }: Packet) => isKeyframe && pts !== NO_TIMESTAMP && pts <= this.#last;
    for (const old of this.#kept.splice(0, Math.max(0, this.#kept.findLastIndex(isStart)))) {
      this.#keptBytes -= old.size;
      old.free();
    }
  }

  /** Gives the second decoder what it has not seen, as far as it takes it. */
  #refill(): boolean {
    if (this.#queue.length === 0) return false;
    const [packet = null] = this.#queue;
    if (this.#current.send(packet) === AVERROR_EAGAIN) return false;
    this.#queue.shift();
    packet?.free();
    return true;
  }

  #release(): void {
    for (const packet of [...this.#kept, ...this.#queue]) packet?.free();
    this.#kept = [];
    this.#queue = [];
    this.#keptBytes = 0;
  }
}

function timeOf(frame: Frame): bigint {
  return frame.bestEffortTimestamp === NO_TIMESTAMP ? frame.pts : frame.bestEffortTimestamp;
}
