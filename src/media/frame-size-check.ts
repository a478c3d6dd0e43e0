import { AV_CODEC_ID_NONE, AV_PIX_FMT_NONE, AVDISCARD_ALL, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, type FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { MAX_PIXELS } from './limits.ts';

/** Bytes of packets that are read; FFmpeg's own inspection ends there too (its `probesize`). */
const MAX_BYTES = 5_000_000;
/** Pixels of all video streams that the container announces late, which can't be excluded one by one. */
const MAX_LATE_PIXELS = 4 * MAX_PIXELS;
/** Size for decoders of streams without one: 0 means that a frame exceeded the limit. */
const PLACEHOLDER_SIDE = 16;

export type FrameSize = 'fits' | 'oversized' | 'unknown';

/**
 * Decodes the first frame of each video stream with a limited size and reports whether it fits. FFmpeg's own inspection
 * of the streams has no such limit, and the container may state a smaller size than the frames have.
 * @param context opened for this check only: its position changes
 * @param inspected streams announced by the header; streams that appear later are all decoded
 */
export function checkFrameSizes(context: FormatContext, inspected: ReadonlySet<number>): Map<number, FrameSize> {
  const sizes = new Map<number, FrameSize>();
  const decoders = new Map<number, SizeDecoder | null>();
  const packet = new Packet();
  packet.alloc();
  let streams = context.streams;
  const announced = streams.length;
  for (const stream of streams) {
    if (inspected.has(stream.index)) sizes.set(stream.index, 'unknown');
    else stream.discard = AVDISCARD_ALL;
  }
  const isPending = () => announced === 0 || [...sizes.values()].includes('unknown');
  let latePixels = 0;
  try {
    for (let bytes = 0; bytes < MAX_BYTES && isPending() && context.readFrameSync(packet) >= 0; ) {
      bytes += packet.size;
      const index = packet.streamIndex;
      if (!streams[index]) streams = context.streams;
      if (!decoders.has(index)) decoders.set(index, openSizeDecoder(streams[index]!));
      const decoder = decoders.get(index);
      const pixels = decoder?.decode(packet);
      packet.unref();
      if (!decoder || pixels === undefined) continue;
      decoder.close();
      decoders.set(index, null);
      if (index >= announced) latePixels += pixels;
      sizes.set(index, pixels > MAX_PIXELS || latePixels > MAX_LATE_PIXELS ? 'oversized' : 'fits');
    }
  } finally {
    for (const decoder of decoders.values()) decoder?.close();
    packet.free();
  }
  return sizes;
}

interface SizeDecoder {
  /** Pixels of a frame; infinite above the limit, undefined until known. */
  decode(packet: Packet): number | undefined;
  close(): void;
}

function openSizeDecoder({ codecpar, timeBase }: Stream): SizeDecoder | null {
  const codec = codecpar.codecType === AVMEDIA_TYPE_VIDEO ? Codec.findDecoder(codecpar.codecId) : null;
  if (!codec || codecpar.codecId === AV_CODEC_ID_NONE) return null;
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(codecpar);
  context.pktTimebase = timeBase;
  context.threadCount = 1;
  if (context.width <= 0 || context.height <= 0) context.width = context.height = PLACEHOLDER_SIDE;
  const isFormatStated = context.pixelFormat !== AV_PIX_FMT_NONE;
  context.setOption('max_pixels', MAX_PIXELS);
  if (context.open2Sync(codec, null) < 0) {
    context.freeContext();
    return null;
  }
  const frame = new Frame();
  frame.alloc();
  return {
    decode(packet) {
      context.sendPacketSync(packet);
      const isDecoded = context.receiveFrameSync(frame) >= 0;
      frame.unref();
      const pixels = context.width * context.height;
      if (pixels === 0 || pixels > MAX_PIXELS) return Number.POSITIVE_INFINITY;
      return isDecoded || (!isFormatStated && context.pixelFormat !== AV_PIX_FMT_NONE) ? pixels : undefined;
    },
    close() {
      frame.free();
      context.freeContext();
    },
  };
}
