import type { TagColor } from '../../../../contract/library/tags.ts';

/** Hues of the colors of tags in degrees (OKLCH); equal lightness and chroma make them equally strong. */
const HUES: Readonly<Record<TagColor, number>> = {
  red: 25,
  orange: 55,
  yellow: 95,
  green: 150,
  teal: 195,
  blue: 255,
  purple: 300,
  pink: 350,
};

/** CSS color of a tag, for the light and the dark color scheme. Pure. */
export function tagColor(color: TagColor): string {
  const hue = HUES[color];
  return `light-dark(oklch(0.58 0.16 ${hue}), oklch(0.76 0.13 ${hue}))`;
}
