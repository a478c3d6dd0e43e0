import {
  AV_PIX_FMT_RGB24,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_BT709,
  type SwsFlags,
} from 'node-av/constants';
import { Frame, SoftwareScaleContext } from 'node-av/lib';
import { sentence } from '../../core/texts/sentence.ts';
import { unreadable } from '../input.ts';
import { wideColorsOf } from './source-colors.ts';
import { colorsKey, createToneMapper, MAPPED_FORMAT, type ToneMapper } from './tone-mapper.ts';

/** Scales decoded frames; those of high dynamic range or with wide primaries become SDR with BT.709. */
export interface PictureScaler {
  /**
   * Fills `target`, whose size, format, and buffer are set. The source's size, format, and colors may change midway.
   */
  scale(target: Frame, source: Frame): void;
  close(): void;
}

interface Mapping {
  readonly key: string;
  readonly mapper: ToneMapper;
  /** Frame in the size of the target, with the colors of the source. */
  readonly scaled: Frame;
}

/**
 * Wide pictures are scaled first, which is cheap, then converted, and only then reduced to the target's format.
 * FFmpeg's scaler would convert them too, but at the size of the source, and with clipped highlights.
 */
export function createPictureScaler(flags: SwsFlags): PictureScaler {
  const context = openContext(flags);
  let finish: SoftwareScaleContext | undefined;
  let mapping: Mapping | undefined;

  function close(): void {
    mapping?.mapper.close();
    mapping?.scaled.free();
    mapping = undefined;
  }

  return {
    scale(target, source) {
      const colors = wideColorsOf(source);
      if (!colors) return check(context.scaleFrameSync(target, source));
      const { width, height } = target;
      const key = `${colorsKey(colors)}/${width}x${height}`;
      if (mapping?.key !== key) {
        close();
        mapping = { key, mapper: createToneMapper(colors, width, height), scaled: allocate(width, height) };
      }
      const { scaled, mapper } = mapping;
      if (source.colorSpace === AVCOL_SPC_UNSPECIFIED && colors.gamut === 'bt2020')
        source.colorSpace = AVCOL_SPC_BT2020_NCL;
      // With equal tags, nothing but size and format changes.
      scaled.colorTrc = source.colorTrc;
      scaled.colorPrimaries = source.colorPrimaries;
      check(scaled.makeWritable());
      check(context.scaleFrameSync(scaled, source));
      finish ??= openContext(flags);
      const last = finish;
      const before = colorsOf(target);
      Object.assign(target, target.format === AV_PIX_FMT_RGB24 ? MAPPED_RGB : MAPPED_YUV);
      try {
        mapper.map(scaled, (mapped) => check(last.scaleFrameSync(target, mapped)));
      } finally {
        // The scaler converts between colors that differ by their tags: those of the next picture may be plain.
        Object.assign(target, before);
      }
    },
    close() {
      close();
      context.freeContext();
      finish?.freeContext();
    },
  };
}

/** Colors of encoded video whose pictures were converted. */
export const MAPPED_COLORS = {
  colorSpace: AVCOL_SPC_BT709,
  colorPrimaries: AVCOL_PRI_BT709,
  colorTrc: AVCOL_TRC_BT709,
} as const;
const MAPPED_YUV = { ...MAPPED_COLORS, colorRange: AVCOL_RANGE_MPEG };
const MAPPED_RGB = { ...MAPPED_COLORS, colorSpace: AVCOL_SPC_RGB, colorRange: AVCOL_RANGE_JPEG };

function colorsOf({ colorSpace, colorRange, colorPrimaries, colorTrc }: Frame) {
  return { colorSpace, colorRange, colorPrimaries, colorTrc };
}

function openContext(flags: SwsFlags): SoftwareScaleContext {
  const context = new SoftwareScaleContext();
  context.allocContext();
  context.setOption('sws_flags', flags);
  return context;
}

function allocate(width: number, height: number): Frame {
  const frame = new Frame();
  frame.alloc();
  Object.assign(frame, { width, height, format: MAPPED_FORMAT });
  Object.assign(frame, { colorSpace: AVCOL_SPC_RGB, colorRange: AVCOL_RANGE_JPEG });
  check(frame.getBuffer());
  return frame;
}

function check(code: number): void {
  if (code < 0) throw unreadable(code, sentence('media.frame'));
}
