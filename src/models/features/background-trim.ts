import type { Rgba } from './edge-features.ts';

/** Minimum level (0..255) of each channel of a white pixel. */
const WHITE_LEVEL = 238;
/** Minimum share of white pixels on the border. */
const MIN_WHITE_BORDER_SHARE = 0.97;
/** Maximum share of background; above it, the image shows too little to trim safely. */
const MAX_BACKGROUND_SHARE = 0.97;

/**
 * Makes the white background around a logo transparent: logo files often have a white background, but logos in videos
 * appear on any background. Enclosed white areas are kept. Returns the image unchanged if it has alpha or no white
 * background.
 */
export function trimWhiteBackground(picture: Rgba): Rgba {
  const { width, height, data } = picture;
  if (data.some((value, i) => i % 4 === 3 && value < 250)) return picture;
  const isWhite = (i: number) => Math.min(data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!) >= WHITE_LEVEL;
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) rim.push(y * width, y * width + width - 1);
  const open = rim.filter(isWhite);
  if (open.length < MIN_WHITE_BORDER_SHARE * rim.length) return picture;
  const paper = new Uint8Array(width * height);
  for (const i of open) paper[i] = 1;
  let count = 0;
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    count++;
    const x = i % width;
    for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
      if (next < 0 || next >= paper.length || paper[next] || !isWhite(next)) continue;
      paper[next] = 1;
      open.push(next);
    }
  }
  if (count > MAX_BACKGROUND_SHARE * paper.length) return picture;
  return { width, height, data: data.map((value, i) => (i % 4 === 3 && paper[i >> 2] ? 0 : value)) };
}
