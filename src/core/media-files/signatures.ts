import { isAc3, isAdts, isMpegAudio } from './audio-frames.ts';

/** Bytes from the start of a file by which it is recognized. */
export const HEAD_BYTES = 4096;

interface Signature {
  /** FFmpeg's short name of the demuxer. */
  demuxer: string;
  matches(head: Uint8Array): boolean;
}

/** Bytes as Latin-1 text; shorter at the end. */
const text = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

const ascii = (demuxer: string, at: number, ...texts: string[]): Signature => ({
  demuxer,
  matches: (head) => texts.some((wanted) => text(head, at, wanted.length) === wanted),
});
const hex = (demuxer: string, at: number, bytes: string): Signature => {
  const wanted = Array.from({ length: bytes.length / 2 }, (_, i) => Number.parseInt(bytes.slice(2 * i, 2 * i + 2), 16));
  return { demuxer, matches: (head) => wanted.every((byte, i) => head[at + i] === byte) };
};
/** A chunk of the Interchange File Format or its kin, with a type 8 bytes further. */
const chunk = (demuxer: string, ids: readonly string[], type: string): Signature => ({
  demuxer,
  matches: (head) => ids.includes(text(head, 0, 4)) && text(head, 8, type.length) === type,
});

/** Types of the first box of a QuickTime or ISO base media file (ISO/IEC 14496-12). */
const MOV_ATOMS = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'uuid'];

/** Signatures of formats that state what they are; the most specific first. */
const SIGNATURES: readonly Signature[] = [
  ascii('mov', 4, ...MOV_ATOMS),
  // Motion JPEG 2000; the still picture has another brand.
  { demuxer: 'mov', matches: (head) => text(head, 4, 4) === 'jP  ' && text(head, 20, 4) === 'mjp2' },
  hex('matroska', 0, '1a45dfa3'),
  chunk('avi', ['RIFF'], 'AVI'),
  chunk('wav', ['RIFF', 'RIFX', 'RF64', 'BW64'], 'WAVE'),
  chunk('qcp', ['RIFF'], 'QLCM'),
  chunk('xwma', ['RIFF'], 'XWMA'),
  hex('w64', 0, '726966662e91cf11a5d628db04c10000'),
  ascii('gif', 0, 'GIF87a', 'GIF89a'),
  { demuxer: 'apng', matches: isAnimatedPng },
  { demuxer: 'webp_anim', matches: isAnimatedWebp },
  chunk('aiff', ['FORM'], 'AIF'),
  chunk('iff', ['FORM'], '8SVX'),
  ascii('iff', 0, 'FRM8'),
  ascii('flv', 0, 'FLV\u0001'),
  hex('asf', 0, '3026b2758e66cf11a6d900aa0062ce6c'),
  hex('wtv', 0, 'b7d800203749da11a64e0007e95ead8d'),
  ascii('ogg', 0, 'OggS'),
  ascii('flac', 0, 'fLaC'),
  ascii('caf', 0, 'caff'),
  ascii('au', 0, '.snd'),
  ascii('amr', 0, '#!AMR'),
  ascii('voc', 0, 'Creative Voice File\u001a'),
  ascii('ivf', 0, 'DKIF'),
  ascii('nut', 0, 'nut/multimedia container'),
  ascii('nuv', 0, 'NuppelVideo', 'MythTVVideo'),
  ascii('nsv', 0, 'NSVf', 'NSVs'),
  ascii('yuv4mpegpipe', 0, 'YUV4MPEG2'),
  ascii('rm', 0, '.RMF', '.ra\u00fd'),
  ascii('dhav', 0, 'DHAV', 'DAHUA'),
  ascii('lxf', 0, 'LEITCH\u0000\u0000'),
  ascii('wv', 0, 'wvpk'),
  ascii('tta', 0, 'TTA1'),
  ascii('ape', 0, 'MAC '),
  ascii('tak', 0, 'tBaK'),
  ascii('mpc', 0, 'MP+'),
  ascii('mpc8', 0, 'MPCK'),
  ascii('shn', 0, 'ajkg'),
  ascii('dsf', 0, 'DSD '),
  ascii('dss', 0, '\u0002dss', '\u0003dss'),
  ascii('oma', 0, 'ea3\u0003', 'EA3\u0001'),
  ascii('dtshd', 0, 'DTSHDHDR'),
  hex('dts', 0, '7ffe8001'),
  hex('truehd', 4, 'f8726fba'),
  hex('mlp', 4, 'f8726fbb'),
  hex('mpeg', 0, '000001ba'),
  hex('mxf', 0, '060e2b34020501010d0102'),
  {
    demuxer: 'gxf',
    matches: (h) => text(h, 0, 6) === '\0\0\0\0\u0001\u00bc' && text(h, 10, 6) === '\0\0\0\0\u00e1\u00e2',
  },
  // Header block of the first DIF sequence (SMPTE 314M).
  { demuxer: 'dv', matches: (h) => h[0] === 0x1f && h[1] === 0x07 && h[2] === 0x00 && (h[3]! & 0x7f) === 0x3f },
  {
    demuxer: 'mpegts',
    matches: (h) => isTransportStream(h, 188, 0) || isTransportStream(h, 192, 4) || isTransportStream(h, 204, 0),
  },
  { demuxer: 'mp3', matches: (head) => text(head, 0, 3) === 'ID3' || isMpegAudio(head) },
  { demuxer: 'aac', matches: isAdts },
  { demuxer: 'ac3', matches: (head) => isAc3(head, 0, 10) },
  { demuxer: 'eac3', matches: (head) => isAc3(head, 11, 16) },
  { demuxer: 'mpegts', matches: startsInsidePacket },
];

/** A PNG is animated if an `acTL` chunk precedes the image data (APNG specification). */
function isAnimatedPng(head: Uint8Array): boolean {
  if (text(head, 0, 8) !== '\u0089PNG\r\n\u001a\n') return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += view.getUint32(at) + 12) {
    const type = text(head, at + 4, 4);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** A WebP is animated if its extended header has the animation flag (WebP container specification). */
function isAnimatedWebp(head: Uint8Array): boolean {
  const isExtended = text(head, 0, 4) === 'RIFF' && text(head, 8, 8) === 'WEBPVP8X';
  return isExtended && head.length > 20 && (head[20]! & 0x02) !== 0;
}

/**
 * Transport stream packets start with 0x47 at a fixed stride (ISO/IEC 13818-1; 192 = M2TS with a time code in front).
 */
function isTransportStream(head: Uint8Array, stride: number, offset: number, required = 2): boolean {
  const packets = Math.min(Math.max(5, required), Math.floor((head.length - offset) / stride));
  if (packets < required) return false;
  for (let i = 0; i < packets; i++) if (head[offset + i * stride] !== 0x47) return false;
  return true;
}

/**
 * Recordings of broadcasts and cut files may start inside a packet. Other bytes repeat eight sync bytes at a fixed
 * stride by chance in fewer than one of 10^16 files.
 */
function startsInsidePacket(head: Uint8Array): boolean {
  return [188, 192, 204].some((stride) =>
    Array.from({ length: stride }, (_, offset) => offset).some((offset) => isTransportStream(head, stride, offset, 8)),
  );
}

/**
 * Returns FFmpeg's short name of the demuxer for a file that starts with `head`; undefined if the bytes don't tell.
 * Pure.
 */
export function demuxerFor(head: Uint8Array): string | undefined {
  return head.length < 12 ? undefined : SIGNATURES.find((signature) => signature.matches(head))?.demuxer;
}

/** Major brands of ISO base media files that are still pictures: HEIF, AVIF, and Canon's raw files. */
const PICTURE_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'avif', 'crx ']);

/** Whether a file that starts with `head` is video or audio; false where the bytes don't tell. Pure. */
export function isMediaHead(head: Uint8Array): boolean {
  const isPicture = text(head, 4, 4) === 'ftyp' && PICTURE_BRANDS.has(text(head, 8, 4));
  return !isPicture && demuxerFor(head) !== undefined;
}
