import { type FileHandle, open } from 'node:fs/promises';

/** Boxes that are read; an intact file has a few at its top level, a fragmented one two per second. */
const MAX_BOXES = 10_000;
/** Types of boxes consist of printable characters; others are zeros of a preallocated file, or something else. */
const TYPE = /^[\x20-\x7e]{4}$/;

/**
 * Whether a QuickTime or MP4 file (ISO/IEC 14496-12) has media data but no index (`moov`), which recorders write last.
 * False if the file can't be read.
 */
export async function isUnfinishedMovie(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r');
    const types = await topLevelTypes(file);
    return types.includes('mdat') && !types.includes('moov');
  } catch {
    return false;
  }
}

async function topLevelTypes(file: FileHandle): Promise<string[]> {
  const { size: end } = await file.stat();
  const types: string[] = [];
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= end && types.length < MAX_BOXES; ) {
    await file.read(head, 0, head.length, at);
    const type = head.toString('latin1', 4, 8);
    if (!TYPE.test(type)) break;
    types.push(type);
    const short = head.readUInt32BE(0);
    // 0: to the end of the file; 1: a size of 64 bits follows.
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) break;
    at += size;
  }
  return types;
}
