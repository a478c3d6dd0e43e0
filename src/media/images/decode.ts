import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_DATA_ICC_PROFILE,
  AV_FRAME_FLAG_INTERLACED,
  AV_LOG_QUIET,
  AV_OPT_TYPE_STRING,
  AVCOL_PRI_SMPTE432,
  AVERROR_EAGAIN,
  FF_DECODER_GIF,
  FF_DECODER_LIBDAV1D,
  FF_DECODER_MJPEG,
  FF_DECODER_PNG,
  FF_DECODER_TIFF,
  FF_DECODER_WEBP,
  FF_DECODER_WEBP_ANIM,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Log, Packet } from 'node-av/lib';
import { type ImageParameters, withFirstPacket } from './first-packet.ts';
import { type ImageFormat, imageFormat } from './format.ts';
import { isDisplayP3 } from './icc-gamut.ts';
import { exifOrientation, matrixOrientation, type Orientation, webpOrientation } from './orientation.ts';
import { tiffTag } from './tiff-tag.ts';

// FFmpeg would write to stderr.
Log.setLevel(AV_LOG_QUIET);

/** A decoded image as it is stored, and how to turn it. The frame must be freed. */
export interface DecodedImage {
  readonly frame: Frame;
  readonly orientation: Orientation;
}

const DECODERS = {
  png: FF_DECODER_PNG,
  jpeg: FF_DECODER_MJPEG,
  webp: FF_DECODER_WEBP,
  gif: FF_DECODER_GIF,
  tiff: FF_DECODER_TIFF,
  avif: FF_DECODER_LIBDAV1D,
} as const;

/** Tags and values of TIFF 6.0. */
const TIFF_TILE_WIDTH = 322;
const TIFF_COMPRESSION = 259;
const TIFF_JPEG: readonly number[] = [6, 7];

/**
 * Decodes an image, or the first one of an animation.
 * @param maxPixels larger images are refused before memory is taken for them
 * @throws Error for an image that is corrupt, too large, or of another format
 */
export async function decodeImage(bytes: Uint8Array, maxPixels: number): Promise<DecodedImage> {
  const format = imageFormat(bytes);
  if (!format) throw new Error('The format of the image is unknown.');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  using packet = allocated(new Packet());
  const decode = (decoder: (typeof DECODERS)[ImageFormat] | typeof FF_DECODER_WEBP_ANIM, from?: ImageParameters) =>
    decodePacket(packet, decoder, maxPixels, from);
  if (format === 'avif')
    return await withFirstPacket(file, 'mov', packet, (from, matrix) => ({
      frame: decode(FF_DECODER_LIBDAV1D, from),
      orientation: matrixOrientation(matrix),
    }));
  if (format === 'webp' && isAnimatedWebp(file))
    return await withFirstPacket(file, 'webp_anim', packet, (from) => ({
      frame: decode(FF_DECODER_WEBP_ANIM, from),
      orientation: webpOrientation(file),
    }));
  if (format === 'tiff') checkTiff(file);
  packet.data = file;
  const frame = decode(DECODERS[format]);
  return { frame, orientation: orientationOf(file, format, frame) };
}

function decodePacket(
  packet: Packet,
  decoder: Parameters<typeof Codec.findDecoderByName>[0],
  maxPixels: number,
  parameters?: ImageParameters,
): Frame {
  const codec = Codec.findDecoderByName(decoder);
  if (!codec) throw new Error(`FFmpeg has no decoder ${decoder}.`);
  using context = new CodecContext();
  context.allocContext3(codec);
  if (parameters) context.parametersToContext(parameters);
  context.threadCount = 1;
  context.setOption('max_pixels', maxPixels);
  // A truncated image is an error. In TIFF, so would be every tag that FFmpeg doesn't know, the orientation included.
  if (decoder !== FF_DECODER_TIFF) context.setOption('err_detect', 'explode', AV_OPT_TYPE_STRING);
  FFmpegError.throwIfError(context.open2Sync(codec, null));
  FFmpegError.throwIfError(context.sendPacketSync(packet));
  const frame = allocated(new Frame());
  try {
    let received = context.receiveFrameSync(frame);
    if (received === AVERROR_EAGAIN) {
      FFmpegError.throwIfError(context.sendPacketSync(null));
      received = context.receiveFrameSync(frame);
    }
    FFmpegError.throwIfError(received);
    describe(frame);
    return frame;
  } catch (error) {
    frame.free();
    throw error;
  }
}

/** FFmpeg would decode tiles, and JPEG within TIFF, to wrong pixels. @throws Error */
function checkTiff(file: Buffer): void {
  const isTiled = tiffTag(file, TIFF_TILE_WIDTH) !== undefined;
  if (isTiled || TIFF_JPEG.includes(tiffTag(file, TIFF_COMPRESSION) ?? 1))
    throw new Error('TIFF images with tiles or JPEG compression can’t be read.');
}

/** Corrects what FFmpeg states about an image, for the scaler. */
function describe(frame: Frame): void {
  // Interlaced files are decoded to whole images; the scaler rejects frames with this flag.
  frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
  const profile = frame.getSideData(AV_FRAME_DATA_ICC_PROFILE);
  if (profile && isDisplayP3(profile)) frame.colorPrimaries = AVCOL_PRI_SMPTE432;
}

function orientationOf(file: Buffer, format: ImageFormat, frame: Frame): Orientation {
  if (format === 'webp') return webpOrientation(file);
  return format === 'tiff' ? exifOrientation(file) : matrixOrientation(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX));
}

/** The chunk VP8X, which comes first, has a flag for it (RFC 9649, 2.7). */
function isAnimatedWebp(file: Buffer): boolean {
  return file.toString('latin1', 12, 16) === 'VP8X' && (file[20]! & 0x02) !== 0;
}

function allocated<Item extends { alloc(): void }>(item: Item): Item {
  item.alloc();
  return item;
}
