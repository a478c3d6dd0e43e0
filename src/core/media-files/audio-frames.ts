import { dictionary } from '../../base/dictionary.ts';

/*
 * Raw audio without a signature: a file is recognized by the header of its first frame, and by that of the next one
 * where the first bytes reach it, since a sync word alone is found in other files, too.
 */

/** Bit rates in kbit/s by version (1, or 2 and 2.5) and layer (ISO/IEC 11172-3, 13818-3); index 0 is a free format. */
const BIT_RATES: Readonly<Record<string, readonly number[]>> = dictionary({
  '1/1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2/3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
});
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** Length in bytes of the MPEG audio frame at a position; undefined if there is none. */
function mpegAudioFrame(head: Uint8Array, at: number): number | undefined {
  const [a, b, c] = [head[at]!, head[at + 1]!, head[at + 2]!];
  const version = (b >> 3) & 3;
  const layer = 4 - ((b >> 1) & 3);
  const rate = SAMPLE_RATES[(c >> 2) & 3];
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || version === 1 || layer === 4 || rate === undefined) return undefined;
  const kilobits = BIT_RATES[`${version === 3 ? 1 : 2}/${layer}`]![c >> 4];
  if (!kilobits) return undefined;
  const sampleRate = rate >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const padding = (c >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4;
  return Math.floor(((layer === 3 && version !== 3 ? 72_000 : 144_000) * kilobits) / sampleRate) + padding;
}

/** Whether a frame begins at 0, and another one after it. */
function isFrames(head: Uint8Array, frameAt: (head: Uint8Array, at: number) => number | undefined): boolean {
  const length = frameAt(head, 0);
  if (length === undefined || length <= 0) return false;
  return length + 8 > head.length ? false : frameAt(head, length) !== undefined;
}

/** Whether a file begins with MPEG audio of any layer. */
export function isMpegAudio(head: Uint8Array): boolean {
  return isFrames(head, mpegAudioFrame);
}

/** Whether a file begins with AAC in ADTS frames (ISO/IEC 13818-7). */
export function isAdts(head: Uint8Array): boolean {
  return isFrames(head, (bytes, at) => {
    if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return undefined;
    return ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  });
}

/**
 * Whether a file begins with AC-3 or Enhanced AC-3.
 * @param from lowest bit stream identification: up to 10 in AC-3, 11 to 16 in Enhanced AC-3 (ETSI TS 102 366)
 */
export function isAc3(head: Uint8Array, from: number, to: number): boolean {
  const version = head[5]! >> 3;
  return head[0] === 0x0b && head[1] === 0x77 && version >= from && version <= to;
}
