import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { unreadable } from './input.ts';

/**
 * Largest picture that is decoded: 8192 x 4320 (8K DCI). A few hundred kilobytes of file can ask for a picture of
 * half a gigabyte; beyond this limit the decoder refuses before it allocates.
 */
export const MAX_PIXELS = 8192 * 4320;

/** Decodes one stream synchronously, frame threads at work underneath. */
export interface StreamDecoder {
  /** Packets that the decoder refused; the file is damaged there. */
  readonly damaged: number;
  /** Feeds a packet (null at the end) and hands every finished frame to `onFrame`, which must not keep it. */
  decode(packet: Packet | null, onFrame: (frame: Frame) => void): void;
  close(): void;
}

/**
 * A decoder for `stream`. `threads`: 0 lets FFmpeg choose.
 * @throws ReelscopeError `unreadable_media` when there is no decoder or the picture is larger than {@link MAX_PIXELS}.
 */
export function openDecoder(stream: Stream, threads: number): StreamDecoder {
  const { codecpar } = stream;
  const codec = Codec.findDecoder(codecpar.codecId);
  const name = avGetCodecName(codecpar.codecId) ?? 'unknown';
  if (!codec) throw new ReelscopeError('unreadable_media', `The codec of this file (${name}) can't be decoded.`);
  if (codecpar.width * codecpar.height > MAX_PIXELS) {
    throw new ReelscopeError('unreadable_media', `The picture is too large (${codecpar.width} x ${codecpar.height}).`);
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(codecpar);
  context.pktTimebase = stream.timeBase;
  context.threadCount = threads;
  // As an option of the context: node-av 6.1 frees a dictionary given to open2Sync twice.
  context.setOption('max_pixels', MAX_PIXELS);
  const opened = context.open2Sync(codec, null);
  if (opened < 0) throw unreadable(opened, `The ${name} decoder could not be opened`);
  return pump(context);
}

function pump(context: CodecContext): StreamDecoder {
  const frame = new Frame();
  frame.alloc();
  let damaged = 0;

  function receive(onFrame: (frame: Frame) => void): void {
    for (;;) {
      const received = context.receiveFrameSync(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      // Any other error concerns one frame; a decoder that is stuck answers EAGAIN to the next call.
      if (received < 0) {
        damaged++;
        return;
      }
      try {
        onFrame(frame);
      } finally {
        frame.unref();
      }
    }
  }

  return {
    get damaged() {
      return damaged;
    },
    decode(packet, onFrame) {
      let sent = context.sendPacketSync(packet);
      if (sent === AVERROR_EAGAIN) {
        receive(onFrame);
        sent = context.sendPacketSync(packet);
      }
      if (sent < 0 && sent !== AVERROR_EOF) damaged++;
      receive(onFrame);
    },
    close() {
      frame.free();
      context.freeContext();
    },
  };
}
