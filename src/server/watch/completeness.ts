import type { FileHandle } from 'node:fs/promises';

/** Why a file seems to be incomplete: its index is missing, its end is cut off, or nothing but zeros. */
export type Incompleteness = 'index' | 'cut' | 'zeros';

/** Bytes of the end that are zeros in a file whose size was set before its content was written. */
const END_BYTES = 4096;

/** Number of boxes or chunks that are followed; complete files have fewer on their top level, or are fragmented. */
const MAX_BOXES = 10_000;

/** Returns why an opened file seems to be incomplete; undefined if nothing indicates it. */
export async function incompletenessOf(file: FileHandle): Promise<Incompleteness | undefined> {
  const { size } = await file.stat();
  const head = await bytesAt(file, 0, 64);
  const end = await bytesAt(file, Math.max(0, size - END_BYTES), END_BYTES);
  if (end.every((byte) => byte === 0)) return 'zeros';
  if (['ftyp', 'wide', 'mdat', 'free', 'skip', 'moov'].includes(head.toString('latin1', 4, 8)))
    return ofBoxes(file, size);
  if (/^(RIFF|RF64)/.test(head.toString('latin1', 0, 4))) return ofRiff(head, size);
  return head.toString('hex', 0, 4) === '1a45dfa3' ? ofMatroska(head, size) : undefined;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** ISO base media (ISO/IEC 14496-12): `moov` is the index, and `mdat` states its size. */
async function ofBoxes(file: FileHandle, size: number): Promise<Incompleteness | undefined> {
  let hasIndex = false;
  for (let at = 0, boxes = 0; at < size && boxes < MAX_BOXES; boxes++) {
    const header = await bytesAt(file, at, 16);
    if (header.length < 8) return hasIndex ? 'cut' : 'index';
    const type = header.toString('latin1', 4, 8);
    // No box follows, as after a file that another program has appended to.
    if (!/^[\w ©-]{4}$/.test(type)) break;
    const stated = header.readUInt32BE(0);
    const length =
      stated === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : stated === 0 ? size - at : stated;
    if (length < 8) break;
    at += length;
    if (at > size) return hasIndex ? 'cut' : 'index';
    hasIndex ||= type === 'moov';
  }
  return hasIndex ? undefined : 'index';
}

/**
 * RIFF of less than 4 GB: recorders write the size when they finish. Players read what is there, whatever it states.
 */
function ofRiff(head: Buffer, size: number): Incompleteness | undefined {
  if (head.toString('latin1', 0, 4) === 'RF64') return undefined;
  const stated = head.readUInt32LE(4);
  return stated === 0 || (stated !== 0xffffffff && stated + 8 > size + 1) ? 'cut' : undefined;
}

/** Matroska (RFC 9559): the segment after the header states its size, unless it is live. */
function ofMatroska(head: Buffer, size: number): Incompleteness | undefined {
  const header = vint(head, 4);
  const at = header && header.next + header.value;
  if (at === undefined || head.toString('hex', at, at + 4) !== '18538067') return undefined;
  const segment = vint(head, at + 4);
  return segment && !segment.isUnknown && segment.next + segment.value > size ? 'cut' : undefined;
}

/** Variable-size integer of EBML (RFC 8794). */
function vint(bytes: Buffer, at: number): { value: number; next: number; isUnknown: boolean } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  const mask = (1 << (8 - length)) - 1;
  let value = first & mask;
  let isUnknown = value === mask;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, next: at + length, isUnknown };
}
