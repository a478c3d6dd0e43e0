import { availableParallelism } from 'node:os';
import { AV_OPT_TYPE_STRING, AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import { createDeinterlacer, type Deinterlacer } from './deinterlacer.ts';
import { unreadable } from './input.ts';
import { decoderThreads, MAX_PIXELS } from './limits.ts';

/** Decodes one stream synchronously; the decoder uses frame threads internally. Video frames are deinterlaced. */
export interface StreamDecoder {
  /** Number of packets that the decoder rejected as damaged. */
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
  /** False where frames are not neighbors, from which the filter would take lines. */
  deinterlace?: boolean;
}

/**
 * Opens a decoder for `stream`.
 * @param threads 0 = chosen by FFmpeg
 * @throws ReelscopeError `unreadable_media` if there is no decoder or frames exceed {@link MAX_PIXELS}
 */
export function openDecoder(stream: Stream, threads: number, options: DecoderOptions = {}): StreamDecoder {
  const { codecpar } = stream;
  const codec = Codec.findDecoder(codecpar.codecId);
  const name = avGetCodecName(codecpar.codecId) ?? 'unknown';
  if (!codec) throw new ReelscopeError('unreadable_media', sentence('media.codec', { codec: name }));
  if (codecpar.width * codecpar.height > MAX_PIXELS) {
    throw new ReelscopeError(
      'unreadable_media',
      sentence('media.resolution', { width: String(codecpar.width), height: String(codecpar.height) }),
    );
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(codecpar);
  context.pktTimebase = stream.timeBase;
  context.threadCount = decoderThreads(codecpar.width, codecpar.height, threads, availableParallelism());
  // Set on the context: node-av 6.1 frees a dictionary given to open2Sync twice.
  context.setOption('max_pixels', MAX_PIXELS);
  if (options.skipLoopFilter) context.setOption('skip_loop_filter', 'all', AV_OPT_TYPE_STRING);
  const opened = context.open2Sync(codec, null);
  if (opened < 0) throw unreadable(opened, (reason) => sentence('media.decoder', { codec: name, reason }));
  const isFiltered = codecpar.codecType === AVMEDIA_TYPE_VIDEO && options.deinterlace !== false;
  return pump(context, isFiltered ? createDeinterlacer(stream.timeBase) : null);
}

function pump(context: CodecContext, deinterlacer: Deinterlacer | null): StreamDecoder {
  const frame = new Frame();
  frame.alloc();
  let damaged = 0;

  function receive(onFrame: (frame: Frame) => void): void {
    for (;;) {
      const received = context.receiveFrameSync(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      // Any other error concerns one frame; a stuck decoder returns EAGAIN to the next call.
      if (received < 0) {
        damaged++;
        return;
      }
      try {
        if (deinterlacer) deinterlacer.push(frame, onFrame);
        else onFrame(frame);
      } finally {
        frame.unref();
      }
    }
  }

  function decode(packet: Packet | null, onFrame: (frame: Frame) => void): void {
    let sent = context.sendPacketSync(packet);
    if (sent === AVERROR_EAGAIN) {
      receive(onFrame);
      sent = context.sendPacketSync(packet);
    }
    if (sent < 0 && sent !== AVERROR_EOF) damaged++;
    receive(onFrame);
    if (packet === null) deinterlacer?.flush(onFrame);
  }

  return {
    get damaged() {
      return damaged;
    },
    get isInterlaced() {
      return deinterlacer?.isInterlaced ?? false;
    },
    decode,
    restart(onFrame) {
      decode(null, onFrame);
      context.flushBuffers();
    },
    close() {
      deinterlacer?.close();
      frame.free();
      context.freeContext();
    },
  };
}
