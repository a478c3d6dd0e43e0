/** Formats of images that FFmpeg decodes. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif';

/** Bytes in which an SVG document begins, after declarations and comments. */
const SVG_HEAD_BYTES = 4096;
/** Bytes of the first box of an AVIF file, with its brands. */
const MAX_BRANDS_BYTES = 64;

/** Returns the format of an image by its first bytes; undefined for anything else. Pure. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const text = (at: number, length: number) => textOf(bytes.subarray(at, at + length), 'latin1');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'tiff';
  // HEIC has the same container (ISO/IEC 14496-12), and other brands.
  if (text(4, 4) === 'ftyp' && /avi[fs]/.test(text(8, Math.min(bytes[3]!, MAX_BRANDS_BYTES) - 8))) return 'avif';
  return undefined;
}

/** Returns whether a file is an SVG document, by its beginning. Pure. */
export function isSvg(bytes: Uint8Array): boolean {
  const isUtf16 = bytes[0] === 0xff || bytes[1] === 0;
  const text = textOf(bytes.subarray(0, SVG_HEAD_BYTES), isUtf16 ? 'utf16le' : 'utf8').trimStart();
  return text.startsWith('<') && /<(?:\w{1,20}:)?svg[\s>]/.test(text);
}

function textOf({ buffer, byteOffset, length }: Uint8Array, encoding: BufferEncoding): string {
  return Buffer.from(buffer, byteOffset, length).toString(encoding);
}
