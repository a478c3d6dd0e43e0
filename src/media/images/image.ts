import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_PIX_FMT_RGB24, type AVPixelFormat, SWS_BILINEAR } from 'node-av/constants';
import { avGetPixFmtName, FFmpegError, Frame } from 'node-av/lib';
import { createPictureScaler } from '../color/picture-scaler.ts';
import { isWide } from '../color/source-colors.ts';
import { openFilterChain } from '../filter-chain.ts';
import type { Still } from '../frames.ts';
import { fitWithin } from '../geometry.ts';
import { type DecodedImage, decodeImage } from './decode.ts';
import { isTurned, UPRIGHT_FILTERS } from './orientation.ts';

/** Pixels of an image, row by row, without padding. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Part of an image in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An upright image, valid while {@link withImage} runs. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Packed RGB, on black where the image is transparent; the longer side is at most `maxSide`. @throws Error */
  rgb(options?: { maxSide?: number; area?: Area }): Pixels;
  /** Packed RGBA; the longer side is at most `maxSide`. @throws Error */
  rgba(options: { maxSide: number }): Pixels;
}

/** Filter for another size, of high quality. */
const SCALE_FLAGS = 'flags=lanczos+accurate_rnd+full_chroma_int+full_chroma_inp';
/** For the same size: only colors that JPEG halves are interpolated. Three times as fast as the filter above. */
const CONVERT_FLAGS = 'flags=bilinear+accurate_rnd';
/** FFmpeg's names of formats with transparency. */
const WITH_ALPHA = /^(?:pal8|ya\d|yuva|gbrap|rgba|bgra|argb|abgr)/;

/**
 * Decodes an image, or the first one of an animation, for as long as `use` runs. It computes on this thread: for a
 * still, changing threads would take as long as decoding.
 * @throws Error for an image that is corrupt, larger than `maxPixels`, or of a format that FFmpeg doesn't decode
 */
export async function withImage<Result>(
  bytes: Uint8Array,
  maxPixels: number,
  use: (image: Image) => Result,
): Promise<Result> {
  const decoded = await decodeImage(bytes, maxPixels);
  const { frame, orientation } = decoded;
  const [width, height] = isTurned(orientation) ? [frame.height, frame.width] : [frame.width, frame.height];
  const whole = { left: 0, top: 0, width, height };
  try {
    return use({
      width,
      height,
      rgb: ({ maxSide, area = whole } = {}) => convert(decoded, area, maxSide, 'rgb24'),
      rgba: ({ maxSide }) => convert(decoded, whole, maxSide, 'rgba'),
    });
  } finally {
    frame.free();
  }
}

/** Decodes an image to packed RGB, the longer side at most `maxSide`. @throws Error as {@link withImage} */
export function readRgb(bytes: Uint8Array, maxPixels: number, maxSide?: number): Promise<Omit<Still, 'time'>> {
  return withImage(bytes, maxPixels, (image) => {
    const { width, height, data } = image.rgb(maxSide === undefined ? {} : { maxSide });
    return { width, height, rgb: data };
  });
}

function convert(
  { frame, orientation }: DecodedImage,
  { left, top, width, height }: Area,
  maxSide: number | undefined,
  format: 'rgb24' | 'rgba',
): Pixels {
  const size = fitWithin(width, height, maxSide ?? Number.POSITIVE_INFINITY);
  const hasAlpha = WITH_ALPHA.test(avGetPixFmtName(frame.format as AVPixelFormat) ?? '');
  const isWhole = orientation === 1 && width === frame.width && height === frame.height;
  const chain = openFilterChain(frame, [
    // Turning and cutting would displace the colors of an odd number of pixels, of which JPEG has one for two.
    ...(isWhole
      ? []
      : [
          `scale=${CONVERT_FLAGS}`,
          `format=${hasAlpha ? 'gbrap' : 'rgb24'}`,
          ...UPRIGHT_FILTERS[orientation],
          `crop=${width}:${height}:${left}:${top}`,
        ]),
    // Colors of transparent pixels must not reach their neighbors.
    ...(hasAlpha ? ['format=gbrap', 'premultiply=inplace=1'] : []),
    `scale=${size.width}:${size.height}:${size.width === width ? CONVERT_FLAGS : SCALE_FLAGS}`,
    ...(hasAlpha && format === 'rgba' ? ['unpremultiply=inplace=1'] : []),
    `format=${format}`,
  ]);
  if (!chain) throw new Error('FFmpeg can’t convert the image.');
  using result = new Frame();
  result.alloc();
  try {
    FFmpegError.throwIfError(chain.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF));
    FFmpegError.throwIfError(chain.sink.buffersinkGetFrameSync(result));
    const data = format === 'rgb24' && isWide(frame) ? toSrgb(result, frame) : bytesOf(result.toBuffer());
    return { ...size, data };
  } finally {
    chain.graph.free();
  }
}

function bytesOf({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

/** Converts pixels with the colors of `source`. */
function toSrgb(pixels: Frame, { colorPrimaries, colorTrc }: Frame): Uint8Array {
  Object.assign(pixels, { colorPrimaries, colorTrc });
  const scaler = createPictureScaler(SWS_BILINEAR);
  using target = new Frame();
  target.alloc();
  Object.assign(target, { width: pixels.width, height: pixels.height, format: AV_PIX_FMT_RGB24 });
  FFmpegError.throwIfError(target.getBuffer(1));
  try {
    scaler.scale(target, pixels);
    return new Uint8Array(target.data![0]!);
  } finally {
    scaler.close();
  }
}
