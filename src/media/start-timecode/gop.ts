import type { TimecodeLabel } from '../../core/formats/timecode.ts';

/** Timecode in the header of a group of pictures. */
export interface GopTimecode extends TimecodeLabel {
  /** Pictures of the group that are shown before the first one of it in the stream. */
  shownBefore: number;
}

/** Start codes of a group of pictures and of a picture (ISO/IEC 13818-2, 6.2.2). */
const GROUP = Buffer.from([0, 0, 1, 0xb8]);
const PICTURE = Buffer.from([0, 0, 1, 0]);

/** Reads the first group header in a packet of MPEG-1 or MPEG-2 video; undefined without one. Pure. */
export function readGop(packet: Buffer): GopTimecode | undefined {
  const at = packet.indexOf(GROUP);
  if (at < 0 || at + 8 > packet.length) return undefined;
  const bits = packet.readUInt32BE(at + 4);
  const part = (shift: number, width: number) => (bits >>> shift) & ((1 << width) - 1);
  const [hours, minutes, marker] = [part(26, 5), part(20, 6), part(19, 1)];
  const [seconds, frames] = [part(13, 6), part(7, 6)];
  if (hours > 23 || minutes > 59 || seconds > 59 || marker !== 1) return undefined;
  const picture = packet.indexOf(PICTURE, at + 8);
  const shownBefore = picture < 0 || picture + 6 > packet.length ? 0 : packet.readUInt16BE(picture + 4) >>> 6;
  return { hours, minutes, seconds, frames, drop: bits >>> 31 === 1, shownBefore };
}
