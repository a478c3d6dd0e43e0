import sharp from 'sharp';
import { decodePicture } from '../../src/media/picture.ts';
import type { ObjectEngine } from '../../src/models/objects/index.ts';

type Picture = Awaited<ReturnType<typeof openPhoto>>;
type Make = (photo: Picture) => Promise<Buffer>;

/** A generator of numbers in 0..1 that repeats for its seed. */
function random(seed: number): () => number {
  let state = seed * 7919 + 13;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function openPhoto(path: string) {
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const image = sharp(path).rotate().resize(1024, 1024, inside).removeAlpha().toColorspace('srgb').png();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Cuts out this share of the area at a random place. */
async function crop({ data, width, height }: Picture, share: number, next: () => number): Promise<Buffer> {
  const [w, h] = [Math.round(width * Math.sqrt(share)), Math.round(height * Math.sqrt(share))];
  const [left, top] = [Math.floor(next() * (width - w)), Math.floor(next() * (height - h))];
  return sharp(data).extract({ left, top, width: w, height: h }).png().toBuffer();
}

/** A lower third and a station's mark. */
const overlay = ({ width: w, height: h }: Picture) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <rect y="${h * 0.78}" width="${w}" height="${h * 0.16}" fill="#1133aa"/>
    <rect x="${w * 0.06}" y="${h * 0.82}" width="${w * 0.6}" height="${h * 0.03}" fill="#fff"/>
    <rect x="${w * 0.06}" y="${h * 0.87}" width="${w * 0.4}" height="${h * 0.03}" fill="#fff"/>
    <circle cx="${w * 0.9}" cy="${h * 0.12}" r="${h * 0.07}" fill="#fff" stroke="#d22" stroke-width="6"/></svg>`);

const rotated = ({ data }: Picture) => sharp(data).rotate(15, { background: '#000' }).png().toBuffer();

const MAKERS: Readonly<Record<string, Make>> = {
  'crop to 50 % of the area': (photo) => crop(photo, 0.5, random(photo.width)),
  'crop to 50 % of each side': (photo) => crop(photo, 0.25, random(photo.height)),
  mirrored: ({ data }) => sharp(data).flop().png().toBuffer(),
  brighter: ({ data }) => sharp(data).linear(1.4, 10).png().toBuffer(),
  darker: ({ data }) => sharp(data).linear(0.55, 0).png().toBuffer(),
  'JPEG quality 20': ({ data }) => sharp(data).jpeg({ quality: 20 }).toBuffer(),
  'rotated by 15 degrees, black corners': rotated,
  async 'rotated by 15 degrees, without corners'(photo) {
    const data = await rotated(photo);
    const { width = 0, height = 0 } = await sharp(data).metadata();
    const [w, h] = [Math.round(photo.width * 0.68), Math.round(photo.height * 0.68)];
    const part = { left: Math.round((width - w) / 2), top: Math.round((height - h) / 2), width: w, height: h };
    return sharp(data).extract(part).png().toBuffer();
  },
  overlays: (photo) =>
    sharp(photo.data)
      .composite([{ input: overlay(photo) }])
      .png()
      .toBuffer(),
};

/** Names of the edits. */
export const EDITS = Object.keys(MAKERS);

const describe = async (engine: ObjectEngine, picture: Buffer) =>
  engine.describe((await decodePicture(picture, null))!);

/** Describes a photo as a saved still. */
export async function describePhoto(engine: ObjectEngine, path: string): Promise<Int8Array> {
  const { data } = await openPhoto(path);
  return describe(engine, await sharp(data).jpeg({ quality: 82 }).toBuffer());
}

/** Describes every edit of a photo. */
export async function describeEdits(engine: ObjectEngine, path: string): Promise<[string, Int8Array][]> {
  const photo = await openPhoto(path);
  const described: [string, Int8Array][] = [];
  for (const [edit, make] of Object.entries(MAKERS)) described.push([edit, await describe(engine, await make(photo))]);
  return described;
}

/** Describes a random crop of a photo: 35 to 90 % of its area. */
export async function randomCrop(engine: ObjectEngine, path: string, seed: number): Promise<Int8Array> {
  const next = random(seed);
  return describe(engine, await crop(await openPhoto(path), 0.35 + 0.55 * next(), next));
}
