import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_PIX_FMT_GBRP10LE,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_RGB,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { Filter, type FilterContext, FilterGraph, Frame } from 'node-av/lib';
import { sentence } from '../../core/texts/sentence.ts';
import { unreadable } from '../input.ts';
import { sdrTable, TABLE_STEPS, type WideColors } from './sdr-table.ts';

/** Format of frames before and after the conversion: 10 bits, in which PQ has no visible steps. */
export const MAPPED_FORMAT = AV_PIX_FMT_GBRP10LE;
const MAX_VALUE = 1023;
/** Side of FFmpeg's picture of a table: the cube of its level, whose square is the steps per axis. */
const TABLE_SIDE = TABLE_STEPS ** 1.5;
/** Tables of a file: those of its own colors, and a few more if they change midway. */
const MAX_TABLES = 4;

/** Converts frames of one size and color to SDR with BT.709. */
export interface ToneMapper {
  /** Passes on the converted frame, which the callee must not keep. @param frame in {@link MAPPED_FORMAT} */
  map<Result>(frame: Frame, use: (mapped: Frame) => Result): Result;
  close(): void;
}

const tables = new Map<string, Float32Array>();

/** Identifies colors that share a conversion. */
export function colorsKey({ transfer, gamut, peakNits }: WideColors): string {
  return `${transfer}/${gamut}/${peakNits}`;
}

/** @throws ReelscopeError `unreadable_media` if the filters can't be created */
export function createToneMapper(colors: WideColors, width: number, height: number): ToneMapper {
  const { graph, source, table, sink } = openGraph(width, height);
  const picture = tablePicture(tableOf(colors));
  try {
    check(table.buffersrcAddFrameSync(picture, AV_BUFFERSRC_FLAG_KEEP_REF));
    check(table.buffersrcAddFrameSync(null));
  } catch (error) {
    graph.free();
    throw error;
  } finally {
    picture.free();
  }
  const mapped = new Frame();
  mapped.alloc();
  let count = 0n;
  return {
    map(frame, use) {
      frame.pts = count++;
      check(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF));
      check(sink.buffersinkGetFrameSync(mapped));
      mapped.colorTrc = AVCOL_TRC_BT709;
      mapped.colorPrimaries = AVCOL_PRI_BT709;
      try {
        return use(mapped);
      } finally {
        mapped.unref();
      }
    },
    close() {
      graph.free();
      mapped.free();
    },
  };
}

function tableOf(colors: WideColors): Float32Array {
  const key = colorsKey(colors);
  const table = tables.get(key) ?? sdrTable(colors);
  tables.set(key, table);
  const [oldest] = tables.keys();
  if (tables.size > MAX_TABLES && oldest !== undefined) tables.delete(oldest);
  return table;
}

/** The table as FFmpeg's `haldclut` reads it: its entries row by row, as pixels. Must be freed. */
function tablePicture(table: Float32Array): Frame {
  const picture = new Frame();
  picture.alloc();
  Object.assign(picture, { width: TABLE_SIDE, height: TABLE_SIDE, format: MAPPED_FORMAT });
  Object.assign(picture, { colorSpace: AVCOL_SPC_RGB, colorRange: AVCOL_RANGE_JPEG, pts: 0n });
  check(picture.getBuffer());
  const planes = picture.data!;
  const strides = picture.linesize;
  // Of a planar table, FFmpeg 8.1 reads red, green, blue, although the planes are named green, blue, red.
  for (const channel of [0, 1, 2]) {
    for (let i = 0; i < TABLE_SIDE ** 2; i++) {
      const at = Math.floor(i / TABLE_SIDE) * strides[channel]! + (i % TABLE_SIDE) * 2;
      planes[channel]!.writeUInt16LE(Math.round(table[i * 3 + channel]! * MAX_VALUE), at);
    }
  }
  return picture;
}

function openGraph(width: number, height: number) {
  const graph = new FilterGraph();
  graph.alloc();
  const buffer = (w: number, h: number) =>
    `video_size=${w}x${h}:pix_fmt=${MAPPED_FORMAT}:time_base=1/1:pixel_aspect=1/1:colorspace=${AVCOL_SPC_RGB}:range=${AVCOL_RANGE_JPEG}`;
  const create = (name: Parameters<typeof Filter.getByName>[0], label: string, options: string | null) => {
    const filter = Filter.getByName(name);
    return filter && graph.createFilter(filter, label, options);
  };
  const source = create('buffer', 'in', buffer(width, height));
  const table = create('buffer', 'table', buffer(TABLE_SIDE, TABLE_SIDE));
  const lookup = create('haldclut', 'lookup', 'clut=first:interp=tetrahedral');
  const sink = create('buffersink', 'out', null);
  if (source && table && lookup && sink) {
    const isReady =
      link(source, lookup, 0) && link(table, lookup, 1) && link(lookup, sink, 0) && graph.configSync() >= 0;
    if (isReady) return { graph, source, table, sink };
  }
  graph.free();
  // AVERROR_FILTER_NOT_FOUND, or a graph that FFmpeg refuses: both are defects of its build.
  throw new Error("FFmpeg can't convert high dynamic range: its filter haldclut is unavailable.");
}

function link(from: FilterContext, to: FilterContext, pad: number): boolean {
  return from.link(0, to, pad) >= 0;
}

function check(code: number): void {
  if (code < 0) throw unreadable(code, sentence('media.frame'));
}
