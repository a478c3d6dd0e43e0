import { availableParallelism } from 'node:os';
import { AV_OPT_TYPE_STRING } from 'node-av/constants';
import { avGetCodecName, Codec, CodecContext, type Frame, type Packet, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { unreadable } from './input.ts';
import { decoderThreads, MAX_PIXELS } from './limits.ts';

/** Decoder of one stream that returns FFmpeg's codes: packets in, frames in memory out. */
export interface RawDecoder {
  /** Number of frames that were left out as damaged, besides those that `receive` reports. */
  readonly damaged?: number;
  /** Takes a packet, of which it keeps a reference; null at the end. */
  send(packet: Packet | null): number;
  receive(frame: Frame): number;
  /** Forgets what was sent, so that decoding continues at another position. */
  flush(): void;
  close(): void;
}

export interface RawDecoderOptions {
  /** 0 = chosen by FFmpeg. */
  threads: number;
  skipLoopFilter?: boolean | undefined;
}

/**
 * Opens a decoder that runs on the processor.
 * @throws ReelscopeError `unreadable_media` if there is no decoder or frames exceed {@link MAX_PIXELS}
 */
export function openRawDecoder(stream: Stream, options: RawDecoderOptions): RawDecoder {
  const { context, codec, name } = allocateContext(stream);
  const { width, height } = stream.codecpar;
  context.threadCount = decoderThreads(width, height, options.threads, availableParallelism());
  if (options.skipLoopFilter) context.setOption('skip_loop_filter', 'all', AV_OPT_TYPE_STRING);
  const opened = context.open2Sync(codec, null);
  if (opened < 0) throw unreadable(opened, sentence('media.decoder', { codec: name }));
  return {
    send: (packet) => context.sendPacketSync(packet),
    receive: (frame) => context.receiveFrameSync(frame),
    flush: () => context.flushBuffers(),
    close: () => context.freeContext(),
  };
}

/**
 * Returns an unopened context for a stream, with the limit of its frame size.
 * @throws ReelscopeError `unreadable_media` if there is no decoder or frames exceed {@link MAX_PIXELS}
 */
export function allocateContext(
  { codecpar, timeBase }: Stream,
  codec: Codec | null = Codec.findDecoder(codecpar.codecId),
): { context: CodecContext; codec: Codec; name: string } {
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
  context.pktTimebase = timeBase;
  // Set on the context: node-av 6.1 frees a dictionary given to open2Sync twice.
  context.setOption('max_pixels', MAX_PIXELS);
  return { context, codec, name };
}
