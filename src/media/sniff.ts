import { open } from 'node:fs/promises';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

/**
 * Demuxers allowed for untrusted files, by FFmpeg's short name. Playlists and scripts (hls, dash, concat, image sequences, sdp …)
 * are excluded because they open other files, and FFmpeg would choose them by content.
 */
export const ALLOWED_DEMUXERS = [
  'mov',
  'matroska',
  'avi',
  'mpegts',
  'mpeg',
  'flv',
  'asf',
  'ogg',
  'wav',
  'flac',
  'mp3',
  'aac',
  'ac3',
  'eac3',
  'mxf',
  'ivf',
  'aiff',
  'caf',
  'amr',
  'gif',
  'apng',
  'webp_anim',
] as const;
export type DemuxerName = (typeof ALLOWED_DEMUXERS)[number];

const HEADER_BYTES = 4096;

interface Signature {
  demuxer: DemuxerName;
  matches(head: Buffer): boolean;
}

const ascii = (demuxer: DemuxerName, offset: number, ...texts: string[]): Signature => ({
  demuxer,
  matches: (head) => texts.some((text) => head.toString('latin1', offset, offset + text.length) === text),
});
const hex = (demuxer: DemuxerName, bytes: string): Signature => ({
  demuxer,
  matches: (head) => head.toString('hex', 0, bytes.length / 2) === bytes,
});

/** Types of the first box of a QuickTime or ISO base media file (ISO/IEC 14496-12). */
const MOV_ATOMS = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'uuid'];

const SIGNATURES: readonly Signature[] = [
  ascii('mov', 4, ...MOV_ATOMS),
  hex('matroska', '1a45dfa3'),
  { demuxer: 'avi', matches: (h) => h.toString('latin1', 0, 4) === 'RIFF' && h.toString('latin1', 8, 11) === 'AVI' },
  {
    demuxer: 'wav',
    matches: (h) => /^(RIFF|RF64)/.test(h.toString('latin1', 0, 4)) && h.toString('latin1', 8, 12) === 'WAVE',
  },
  ascii('gif', 0, 'GIF87a', 'GIF89a'),
  { demuxer: 'apng', matches: isAnimatedPng },
  { demuxer: 'webp_anim', matches: isAnimatedWebp },
  ascii('aiff', 8, 'AIFF', 'AIFC'),
  ascii('flv', 0, 'FLV\u0001'),
  hex('asf', '3026b2758e66cf11a6d900aa0062ce6c'),
  ascii('ogg', 0, 'OggS'),
  ascii('flac', 0, 'fLaC'),
  ascii('caf', 0, 'caff'),
  ascii('amr', 0, '#!AMR'),
  ascii('ivf', 0, 'DKIF'),
  hex('mpeg', '000001ba'),
  hex('mxf', '060e2b34020501010d0102'),
  {
    demuxer: 'mpegts',
    matches: (h) => isTransportStream(h, 188, 0) || isTransportStream(h, 192, 4) || isTransportStream(h, 204, 0),
  },
  { demuxer: 'mp3', matches: isMp3 },
  { demuxer: 'aac', matches: (h) => h[0] === 0xff && (h[1]! & 0xf6) === 0xf0 },
  { demuxer: 'ac3', matches: (h) => dolbyVersion(h) <= 10 },
  { demuxer: 'eac3', matches: (h) => dolbyVersion(h) > 10 && dolbyVersion(h) <= 16 },
  { demuxer: 'mpegts', matches: startsInsidePacket },
];

/** Bit stream identification after the sync word of AC-3 (up to 10) or Enhanced AC-3 (11 to 16; ETSI TS 102 366); NaN for others. */
function dolbyVersion(head: Buffer): number {
  return head.readUInt16BE(0) === 0x0b77 ? head[5]! >> 3 : Number.NaN;
}

/**
 * Raw H.264, HEVC, and MPEG video, which state no times: FFmpeg invents a frame rate for the first two, and can't tell the duration.
 * A start code (ISO/IEC 13818-1 annex B), then a header that begins a sequence: H.264 delimiter, SEI, or parameters; HEVC
 * delimiter or parameters; MPEG sequence header.
 */
function isRawVideo(head: Buffer): boolean {
  const start = head.toString('hex', 0, 4);
  const at = start === '00000001' ? 4 : start.startsWith('000001') ? 3 : undefined;
  if (at === undefined) return false;
  const [first, second] = [head[at]!, head[at + 1]!];
  const isH264 = (first & 0x80) === 0 && [6, 7, 9].includes(first & 0x1f);
  const isHevc = [0x40, 0x42, 0x44, 0x46].includes(first) && second === 1;
  return isH264 || isHevc || first === 0xb3;
}

/** A PNG is animated if an `acTL` chunk precedes the image data (APNG specification). */
function isAnimatedPng(head: Buffer): boolean {
  if (head.toString('hex', 0, 8) !== '89504e470d0a1a0a') return false;
  for (let at = 8; at + 8 <= head.length; at += head.readUInt32BE(at) + 12) {
    const type = head.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** A WebP is animated if its extended header has the animation flag (WebP container specification). */
function isAnimatedWebp(head: Buffer): boolean {
  const isExtended = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 16) === 'WEBPVP8X';
  return isExtended && head.length > 20 && (head[20]! & 0x02) !== 0;
}

/** Transport stream packets start with 0x47 at a fixed stride (ISO/IEC 13818-1; 192 = M2TS with a time code in front). */
function isTransportStream(head: Buffer, stride: number, offset: number, required = 2): boolean {
  const packets = Math.min(Math.max(5, required), Math.floor((head.length - offset) / stride));
  if (packets < required) return false;
  for (let i = 0; i < packets; i++) if (head[offset + i * stride] !== 0x47) return false;
  return true;
}

/**
 * Recordings of broadcasts and cut files may start inside a packet. Other bytes repeat eight sync bytes at a fixed stride by
 * chance in fewer than one of 10^16 files.
 */
function startsInsidePacket(head: Buffer): boolean {
  return [188, 192, 204].some((stride) =>
    Array.from({ length: stride }, (_, offset) => offset).some((offset) => isTransportStream(head, stride, offset, 8)),
  );
}

/** Matches an ID3v2 tag, or an MPEG audio frame header with valid layer, bit rate and sample rate. */
function isMp3(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === 'ID3') return true;
  const [a, b, c] = [head[0]!, head[1]!, head[2]!];
  return a === 0xff && (b & 0xe0) === 0xe0 && (b & 0x06) === 0x02 && c >> 4 !== 0xf && ((c >> 2) & 3) !== 3;
}

/** Returns the demuxer for a file that starts with `head`, or undefined if the format is not supported. Pure. */
export function demuxerFor(head: Buffer): DemuxerName | undefined {
  return head.length < 12 ? undefined : SIGNATURES.find((signature) => signature.matches(head))?.demuxer;
}

/**
 * Determines the demuxer for a file from its first bytes.
 * @throws ReelscopeError `unreadable_media` for an empty or unsupported file, `not_found` if it can't be read.
 */
export async function sniff(path: string): Promise<DemuxerName> {
  const head = Buffer.alloc(HEADER_BYTES);
  let length = 0;
  try {
    await using file = await open(path, 'r');
    if (!(await file.stat()).isFile()) throw new ReelscopeError('unreadable_media', sentence('media.not-regular'));
    length = (await file.read(head, 0, HEADER_BYTES, 0)).bytesRead;
  } catch (cause) {
    if (cause instanceof ReelscopeError) throw cause;
    throw new ReelscopeError('not_found', sentence('media.unreadable'), {
      cause,
    });
  }
  if (length === 0) throw new ReelscopeError('unreadable_media', sentence('media.empty'));
  const demuxer = demuxerFor(head.subarray(0, length));
  if (!demuxer) {
    const reason = isRawVideo(head.subarray(0, length)) ? 'media.raw-video' : 'media.unsupported';
    throw new ReelscopeError('unreadable_media', sentence(reason));
  }
  return demuxer;
}
