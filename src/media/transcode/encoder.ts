import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, type FormatContext, type Frame, Packet, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Encoder with its stream of an MP4 file. */
export interface Encoder {
  readonly context: CodecContext;
  /** Encodes a frame (null at the end) and writes the resulting packets; `adjust` may modify them first. */
  encode(frame: Frame | null, adjust?: (packet: Packet) => void): void;
  close(): void;
}

/**
 * Throws if an FFmpeg call failed. @param step completes “FFmpeg could not” @throws ReelscopeError `storage_full` (disk
 * full), `internal`
 */
export function check(code: number, step: LocalizedText): void {
  if (code >= 0) return;
  const cause = new FFmpegError(code);
  // AVERROR(ENOSPC) is -28 on all platforms.
  if (code === -28) throw new ReelscopeError('storage_full', sentence('storage.disk-full'), { cause });
  throw new ReelscopeError('internal', sentence('media.encode-failed', { step }), { cause });
}

/** Opens an encoder and adds its stream to `output`. */
export function openEncoder(
  output: FormatContext,
  name: 'libx264' | 'aac',
  options: Readonly<Record<string, string | number>>,
  configure: (context: CodecContext) => void,
): Encoder {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (!codec) throw new ReelscopeError('internal', sentence('media.encoder-missing', { name }));
  const context = new CodecContext();
  context.allocContext3(codec);
  configure(context);
  // Set individually: node-av 6.1 frees a dictionary passed to open2Sync twice.
  for (const [key, value] of Object.entries(options)) {
    check(
      context.setOption(key, String(value), AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      sentence('step.encoder-option', { key, name }),
    );
  }
  // MP4 stores codec headers in the file header.
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check(context.open2Sync(codec, null), sentence('step.encoder-open', { name }));
  const stream: Stream = output.newStream(null);
  stream.timeBase = context.timeBase;
  check(stream.codecpar.fromContext(context), sentence('step.codec-parameters'));
  const packet = new Packet();
  packet.alloc();
  return {
    context,
    encode(frame, adjust) {
      check(context.sendFrameSync(frame), sentence('step.encode', { name }));
      for (;;) {
        const received = context.receivePacketSync(packet);
        if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
        check(received, sentence('step.encode', { name }));
        adjust?.(packet);
        packet.streamIndex = stream.index;
        packet.rescaleTs(context.timeBase, stream.timeBase);
        check(output.interleavedWriteFrameSync(packet), sentence('step.write'));
      }
    },
    close() {
      packet.free();
      context.freeContext();
    },
  };
}
