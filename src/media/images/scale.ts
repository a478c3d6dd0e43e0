import {
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YA8,
  SWS_ACCURATE_RND,
  SWS_AREA,
  SWS_BICUBIC,
  SWS_BILINEAR,
  SWS_LANCZOS,
  SWS_POINT,
} from 'node-av/constants';
import { FFmpegError, Frame, SoftwareScaleContext } from 'node-av/lib';

/** Interleaved samples of 8 bits, row by row, without padding. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Formats by the number of channels. */
const FORMATS = { 1: AV_PIX_FMT_GRAY8, 2: AV_PIX_FMT_YA8, 3: AV_PIX_FMT_RGB24, 4: AV_PIX_FMT_RGBA } as const;
const FILTERS = {
  nearest: SWS_POINT,
  bilinear: SWS_BILINEAR,
  bicubic: SWS_BICUBIC,
  lanczos: SWS_LANCZOS,
  box: SWS_AREA,
} as const;

/** Scales an image to a size. @throws Error */
export function scaleSamples(
  { channels, data, ...size }: Samples,
  width: number,
  height: number,
  filter: keyof typeof FILTERS,
): Samples {
  const format = FORMATS[channels];
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  using source = Frame.fromVideoBuffer(pixels, { ...size, format, timeBase: { num: 1, den: 1 } });
  using target = new Frame();
  target.alloc();
  Object.assign(target, { width, height, format });
  FFmpegError.throwIfError(target.getBuffer(1));
  using scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', FILTERS[filter] | SWS_ACCURATE_RND);
  FFmpegError.throwIfError(scaler.scaleFrameSync(target, source));
  return { width, height, channels, data: new Uint8ClampedArray(target.data![0]!) };
}

/** Cuts a rectangle out of an image; what lies outside of the image is 0. Pure. */
export function cutPixels(source: Samples, left: number, top: number, width: number, height: number): Samples {
  const { channels } = source;
  const data = new Uint8ClampedArray(width * height * channels);
  const from = Math.max(0, left);
  const length = Math.max(0, Math.min(source.width, left + width) - from) * channels;
  for (let y = Math.max(0, top); y < Math.min(source.height, top + height); y++) {
    const row = (y * source.width + from) * channels;
    data.set(source.data.subarray(row, row + length), ((y - top) * width + from - left) * channels);
  }
  return { width, height, channels, data };
}
