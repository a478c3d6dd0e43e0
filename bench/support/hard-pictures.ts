import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Picture } from '../../test/fixtures/media-spec.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;
/** Amplitude of the noise of a sensor, in levels. */
const GRAIN = 4;
const PHOTOS = join(import.meta.dirname, '../../../shared/media/photos');

/** Photos with what they show, from their README. */
export const LABELED_PHOTOS = (
  [
    ['000000005001', ['person']],
    ['000000038829', ['bicycle', 'person', 'motorcycle']],
    ['000000052891', ['dog', 'frisbee']],
    ['000000215245', ['zebra']],
    ['000000288685', ['sheep', 'dog', 'person']],
    ['000000301421', ['tv', 'keyboard', 'mouse', 'chair']],
    ['000000373353', ['bus', 'car', 'person']],
    ['000000574315', ['cat', 'laptop', 'person']],
    ['bus', ['bus', 'person']],
  ] as const
).map(([file, labels]) => ({ path: join(PHOTOS, `${file}.jpg`), labels }));

/** Whether the photos are here. */
export const hasPhotos = existsSync(PHOTOS);

/** A way to make a picture hard to recognize. */
export interface Hardship {
  /** Factor of the light. */
  light?: number;
  /** Radius of a Gaussian blur in pixels. */
  blur?: number;
  seed?: number;
}

/** A photo that fills a frame as well as it can, on gray. */
export async function photoPicture(path: string): Promise<Picture> {
  const image = sharp(path).resize(WIDTH, HEIGHT, { fit: 'contain', background: '#808080' }).removeAlpha();
  return { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(await image.raw().toBuffer()) };
}

/** Lines of white text on slate, one below the other. @param size of the font in pixels */
export async function linesPicture(lines: readonly string[], size: number): Promise<Picture> {
  const step = Math.max(60, size * 2);
  const texts = lines.map((line, i) => `<text x="80" y="${80 + i * step}" font-size="${size}">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#2c3e50"/><g font-family="DejaVu Sans" fill="#fff">${texts}</g></svg>`;
  const rgb = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  return { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(rgb) };
}

/** The picture as a camera would see it: out of focus, in less light, and with the noise of its sensor. */
export async function hardened(picture: Picture, { light = 1, blur = 0, seed = 1 }: Hardship): Promise<Picture> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  let image = sharp(Buffer.from(picture.rgb), { raw });
  if (blur > 0.3) image = image.blur(blur);
  const rgb = new Uint8Array(await image.raw().toBuffer());
  if (light === 1) return { ...picture, rgb };
  const random = seededRandom(seed);
  // A sensor adds its noise before levels are rounded.
  const grainy = Uint8ClampedArray.from(rgb, (value) => value * light + (random() * 2 - 1) * GRAIN);
  return { ...picture, rgb: new Uint8Array(grainy.buffer) };
}
