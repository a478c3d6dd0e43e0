import { dictionary } from '../../base/dictionary.ts';

/** Names of codecs, by FFmpeg's (libavcodec/codec_desc.c). */
const CODECS: Readonly<Record<string, string>> = dictionary({
  h264: 'H.264',
  hevc: 'H.265 (HEVC)',
  vvc: 'H.266 (VVC)',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  msmpeg4v3: 'MPEG-4 (DivX 3)',
  mjpeg: 'Motion JPEG',
  dvvideo: 'DV',
  dnxhd: 'DNxHD',
  prores: 'ProRes',
  jpeg2000: 'JPEG 2000',
  rawvideo: 'uncompressed',
  theora: 'Theora',
  aac: 'AAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  truehd: 'TrueHD',
  speex: 'Speex',
  amr_nb: 'AMR',
  amr_wb: 'AMR-WB',
  wavpack: 'WavPack',
});

/** Names of containers, by the first name of FFmpeg's demuxer. */
const CONTAINERS: Readonly<Record<string, string>> = dictionary({
  matroska: 'Matroska',
  mpegts: 'MPEG transport stream',
  mpeg: 'MPEG program stream',
  mov: 'MP4',
  ogg: 'Ogg',
  asf: 'ASF',
  wv: 'WavPack',
  w64: 'Wave64',
});

/** Extensions of one demuxer that name a format of their own. */
const FORMATS: Readonly<Record<string, string>> = dictionary({
  mov: 'QuickTime',
  qt: 'QuickTime',
  m4a: 'M4A',
  m4v: 'M4V',
  '3gp': '3GP',
  '3g2': '3G2',
  webm: 'WebM',
  wmv: 'WMV',
  wma: 'WMA',
});

/** Returns the name of a codec as people know it, such as H.264; FFmpeg's in capitals if the table has none. Pure. */
export function codecName(codec: string): string {
  if (codec.startsWith('pcm_')) return 'PCM';
  return CODECS[codec] ?? codec.replaceAll('_', ' ').toUpperCase();
}

/**
 * Returns the name of a container as people know it, such as MP4. Pure.
 * @param demuxer FFmpeg's name, or the first of several
 * @param fileName original name of the file, whose extension distinguishes the formats of one demuxer
 */
export function containerName(demuxer: string, fileName: string): string {
  const [first = demuxer] = demuxer.split(',');
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const isOwn = ['mov', 'matroska', 'asf'].includes(first);
  return (isOwn ? FORMATS[extension] : undefined) ?? CONTAINERS[first] ?? first.replaceAll('_', ' ').toUpperCase();
}
