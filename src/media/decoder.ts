import { AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_VIDEO, FF_DECODE_ERROR_CONCEALMENT_ACTIVE } from 'node-av/constants';
import { Frame, type Packet, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { createDeinterlacer, type Deinterlacer } from './deinterlacer.ts';
import { openRawDecoder, type RawDecoder } from './raw-decoder.ts';

/** Decodes one stream synchronously; the decoder uses frame threads internally. Video frames are deinterlaced. */
export interface StreamDecoder {
  /** Number of packets that the decoder rejected as damaged, and of frames in which it concealed missing data. */
  readonly damaged: number;
  /** Whether an interlaced frame has been decoded. */
  readonly isInterlaced: boolean;
  /** Decodes a packet (null at the end) and passes each frame to `onFrame`, which must not keep it. */
  decode(packet: Packet | null, onFrame: (frame: Frame) => void): void;
  /** Delivers the remaining frames; decoding then continues at another position. */
  restart(onFrame: (frame: Frame) => void): void;
  close(): void;
}

export interface DecoderOptions {
  /** Omits the deblocking filter: faster, and accurate enough for small or single frames. */
  skipLoopFilter?: boolean;
  /** Decodes in place of the processor; closed with this decoder. */
  raw?: RawDecoder | undefined;
  /** False where frames are not neighbors, from which the filter would take lines. */
  deinterlace?: boolean;
}

/**
 * Opens a decoder for `stream`.
 * @param threads 0 = chosen by FFmpeg
 * @throws ReelscopeError `unreadable_media` as {@link openRawDecoder}
 */
export function openDecoder(stream: Stream, threads: number, options: DecoderOptions = {}): StreamDecoder {
  const raw = options.raw ?? openRawDecoder(stream, { threads, skipLoopFilter: options.skipLoopFilter });
  const isFiltered = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && options.deinterlace !== false;
  return pump(raw, isFiltered ? createDeinterlacer(stream.timeBase) : null);
}

/**
 * Opens a decoder that goes on with another one where a broadcast changes the codec of a stream midway.
 * @throws ReelscopeError `unreadable_media` as {@link openRawDecoder}, for the first one
 */
export function openFollowingDecoder(stream: Stream, threads: number, options: DecoderOptions = {}): StreamDecoder {
  let decoder = openDecoder(stream, threads, options);
  let { codecId } = stream.codecpar;
  const { codecType } = stream.codecpar;
  let damagedBefore = 0;
  let isCut = false;

  /** Goes on with a decoder of the present codec; false if there is none. */
  function follow(onFrame: (frame: Frame) => void): boolean {
    codecId = stream.codecpar.codecId;
    if (stream.codecpar.codecType !== codecType) return false;
    let next: StreamDecoder;
    try {
      next = openDecoder(stream, threads);
    } catch (error) {
      if (error instanceof ReelscopeError) return false;
      throw error;
    }
    decoder.decode(null, onFrame);
    damagedBefore += decoder.damaged;
    decoder.close();
    decoder = next;
    return true;
  }

  return {
    get damaged() {
      return damagedBefore + decoder.damaged;
    },
    get isInterlaced() {
      return decoder.isInterlaced;
    },
    decode(packet, onFrame) {
      if (packet?.isKeyframe && stream.codecpar.codecId !== codecId) isCut = !follow(onFrame);
      if (isCut && packet !== null) damagedBefore++;
      else decoder.decode(packet, onFrame);
    },
    restart: (onFrame) => decoder.restart(onFrame),
    close: () => decoder.close(),
  };
}

function pump(raw: RawDecoder, deinterlacer: Deinterlacer | null): StreamDecoder {
  const frame = new Frame();
  frame.alloc();
  let damaged = 0;
  let hasBegun = false;

  function receive(onFrame: (frame: Frame) => void): void {
    for (;;) {
      const received = raw.receive(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      // Any other error concerns one frame; a stuck decoder returns EAGAIN to the next call.
      if (received < 0) {
        damaged++;
        return;
      }
      const isConcealed = (frame.decodeErrorFlags & FF_DECODE_ERROR_CONCEALMENT_ACTIVE) !== 0;
      // A recording may begin between key frames: its first frames lack those that they refer to.
      hasBegun ||= frame.keyFrame === 1 && !isConcealed;
      if (isConcealed && hasBegun) damaged++;
      try {
        if (deinterlacer) deinterlacer.push(frame, onFrame);
        else onFrame(frame);
      } finally {
        frame.unref();
      }
    }
  }

  function decode(packet: Packet | null, onFrame: (frame: Frame) => void): void {
    // Theora and AVI repeat a picture by a packet without data, which FFmpeg refuses, or takes for the end.
    if (packet?.size === 0) return;
    let sent = raw.send(packet);
    if (sent === AVERROR_EAGAIN) {
      receive(onFrame);
      sent = raw.send(packet);
    }
    if (sent < 0 && sent !== AVERROR_EOF) damaged++;
    receive(onFrame);
    if (packet === null) deinterlacer?.flush(onFrame);
  }

  return {
    get damaged() {
      return damaged + (raw.damaged ?? 0);
    },
    get isInterlaced() {
      return deinterlacer?.isInterlaced ?? false;
    },
    decode,
    restart(onFrame) {
      decode(null, onFrame);
      raw.flush();
    },
    close() {
      deinterlacer?.close();
      frame.free();
      raw.close();
    },
  };
}
