/**
 * Reads a tag that holds one number, of a TIFF file or of EXIF data, which begin alike (TIFF 6.0, section 2).
 * @returns undefined if the first folder of tags lacks it
 */
export function tiffTag(file: Buffer, tag: number): number | undefined {
  if (file.length < 8) return undefined;
  const isLittle = file.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const folder = isLittle ? file.readUInt32LE(4) : file.readUInt32BE(4);
  if (short(2) !== 42 || folder + 2 > file.length) return undefined;
  const entries = folder + 2;
  const end = Math.min(entries + 12 * short(folder), file.length - 11);
  for (let at = entries; at < end; at += 12) {
    // Both 16 and 32 bits begin at the value in files of Intel's order; others hold small numbers in 16 bits.
    if (short(at) === tag) return short(at + 8);
  }
  return undefined;
}
