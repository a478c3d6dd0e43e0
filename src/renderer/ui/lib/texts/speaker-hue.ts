/** Angle between the hues of neighboring labels, in degrees: the golden angle keeps any number of them apart. */
const STEP = 137.5;

/** Hue of a speaker by label (`S1`, …), in degrees. Pure. */
export function speakerHue(label: string): number {
  const number = Number(/^S(\d+)$/.exec(label)?.[1] ?? 1);
  return Math.round((265 + (number - 1) * STEP) % 360);
}
