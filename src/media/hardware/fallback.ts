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
 * @param onFallback called once, when the second decoder takes over
 */
export function withFallback(first: RawDecoder, openSecond: () => RawDecoder, onFallback: () => void): RawDecoder {
  let current = first;
  let hasFallen = false;
  /** Packets since a key frame from which all frames that are still missing can be decoded. */
  let kept: Packet[] = [];
  let keptBytes = 0;
  /** Packets that the second decoder still has to take. */
  let queue: (Packet | null)[] = [];
  let hasEnded = false;
  let last = NO_TIMESTAMP;
  let isRepeating = false;
  let damaged = 0;

  const fallBack = (): void => {
    hasFallen = true;
    first.close();
    onFallback();
    current = openSecond();
    queue = hasEnded ? [...kept, null] : kept;
    kept = [];
    isRepeating = true;
  };
  const keep = (packet: Packet): void => {
    const reference = packet.clone();
    if (!reference) throw new Error('A packet could not be referenced.');
    kept.push(reference);
    keptBytes += reference.size;
    if (!packet.isKeyframe) return;
    const start = kept.findLastIndex((each) => each.isKeyframe && each.pts !== NO_TIMESTAMP && each.pts <= last);
    for (const old of kept.splice(0, Math.max(0, start))) {
      keptBytes -= old.size;
      old.free();
    }
  };
  const release = (packets: readonly (Packet | null)[]): void => packets.forEach((packet) => void packet?.free());
  /** Gives the second decoder what it has not seen, as far as it takes it. */
  const refill = (): boolean => {
    if (queue.length === 0) return false;
    const [packet = null] = queue;
    if (current.send(packet) === AVERROR_EAGAIN) return false;
    queue.shift();
    packet?.free();
    return true;
  };

  return {
    get damaged() {
      return damaged;
    },
    send(packet) {
      if (hasFallen) {
        if (queue.length === 0) return current.send(packet);
        const reference = packet?.clone() ?? null;
        queue.push(reference);
        return 0;
      }
      hasEnded = packet === null;
      const sent = current.send(packet);
      if (sent === AVERROR_EAGAIN) return sent;
      if (packet) keep(packet);
      if ((sent < 0 && sent !== AVERROR_EOF) || keptBytes > MAX_KEPT_BYTES) fallBack();
      return 0;
    },
    receive(frame) {
      for (;;) {
        const received = current.receive(frame);
        if (received >= 0) {
          const time = timeOf(frame);
          if (isRepeating && time !== NO_TIMESTAMP && time <= last) {
            frame.unref();
            continue;
          }
          isRepeating = false;
          last = time;
          return received;
        }
        if (received === AVERROR_EAGAIN && refill()) continue;
        if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return received;
        if (!hasFallen) fallBack();
        else if (!refill()) return received;
        // The caller would wait for the next packet, while more are here.
        else damaged++;
      }
    },
    flush() {
      release(kept);
      release(queue);
      kept = [];
      queue = [];
      keptBytes = 0;
      last = NO_TIMESTAMP;
      isRepeating = false;
      hasEnded = false;
      current.flush();
    },
    close() {
      release(kept);
      release(queue);
      current.close();
    },
  };
}

function timeOf(frame: Frame): bigint {
  return frame.bestEffortTimestamp === NO_TIMESTAMP ? frame.pts : frame.bestEffortTimestamp;
}
