/** Colorants of Display P3 as X, Y, and Z, adapted to D50 as profiles state them (ICC.1:2022, 9.2). */
const P3_COLORANTS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['rXYZ', [0.5151, 0.2412, -0.0011]],
  ['gXYZ', [0.292, 0.6922, 0.0419]],
  ['bXYZ', [0.1571, 0.0666, 0.7841]],
];
/** Profiles round differently. */
const TOLERANCE = 0.004;
/** Positions in a profile (ICC.1:2022, 7.2 and 7.3). */
const TAG_COUNT = 128;
const TAG_TABLE = 132;
const MAX_TAGS = 100;

/** Returns whether a color profile has the primaries of Display P3, as photos of phones do. Pure. */
export function isDisplayP3(profile: Buffer): boolean {
  return P3_COLORANTS.every(([name, wanted]) => {
    const found = xyzTag(profile, name);
    return found?.every((value, i) => Math.abs(value - wanted[i]!) < TOLERANCE) ?? false;
  });
}

function xyzTag(profile: Buffer, name: string): number[] | null {
  if (profile.length < TAG_TABLE) return null;
  const count = Math.min(MAX_TAGS, profile.readUInt32BE(TAG_COUNT));
  for (let at = TAG_TABLE; at < Math.min(TAG_TABLE + 12 * count, profile.length - 11); at += 12) {
    if (profile.toString('latin1', at, at + 4) !== name) continue;
    const data = profile.readUInt32BE(at + 4) + 8;
    if (data + 12 > profile.length) return null;
    return [0, 4, 8].map((offset) => profile.readInt32BE(data + offset) / 65536);
  }
  return null;
}
