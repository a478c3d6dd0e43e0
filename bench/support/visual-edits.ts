import sharp, { type Sharp } from 'sharp';
import { decodePicture } from '../../src/media/picture.ts';
import type { ObjectEngine, QueryViews } from '../../src/models/objects/index.ts';

interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}
type Make = (photo: Picture) => Promise<Buffer>;

/** A generator of numbers in 0..1 that repeats for its seed. */
function random(seed: number): () => number {
  let state = seed * 7919 + 13;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Reads a photo, at most 1024 pixels long. */
async function openPhoto(path: string): Promise<Picture> {
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  return rawOf(sharp(path).rotate().resize(1024, 1024, inside).removeAlpha().toColorspace('srgb'));
}

const open = ({ rgb, width, height }: Picture) => sharp(rgb, { raw: { width, height, channels: 3 } });

async function rawOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
}

/** Cuts out this share of the area at a random place. */
function crop(photo: Picture, share: number, next: () => number): Sharp {
  const { width, height } = photo;
  const [w, h] = [Math.round(width * Math.sqrt(share)), Math.round(height * Math.sqrt(share))];
  const [left, top] = [Math.floor(next() * (width - w)), Math.floor(next() * (height - h))];
  return open(photo).extract({ left, top, width: w, height: h });
}

/** A lower third and a station's mark. */
const overlay = ({ width: w, height: h }: Picture) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <rect y="${h * 0.78}" width="${w}" height="${h * 0.16}" fill="#1133aa"/>
    <rect x="${w * 0.06}" y="${h * 0.82}" width="${w * 0.6}" height="${h * 0.03}" fill="#fff"/>
    <rect x="${w * 0.06}" y="${h * 0.87}" width="${w * 0.4}" height="${h * 0.03}" fill="#fff"/>
    <circle cx="${w * 0.9}" cy="${h * 0.12}" r="${h * 0.07}" fill="#fff" stroke="#d22" stroke-width="6"/></svg>`);

const rotated = (photo: Picture) => open(photo).rotate(15, { background: '#000' }).png().toBuffer();

const MAKERS: Readonly<Record<string, Make>> = {
  'crop to 50 % of the area': (photo) => crop(photo, 0.5, random(photo.width)).png().toBuffer(),
  'crop to 50 % of each side': (photo) => crop(photo, 0.25, random(photo.height)).png().toBuffer(),
  mirrored: (photo) => open(photo).flop().png().toBuffer(),
  'mirrored crop to 50 % of the area': (photo) =>
    crop(photo, 0.5, random(photo.width + 1))
      .flop()
      .png()
      .toBuffer(),
  brighter: (photo) => open(photo).linear(1.4, 10).png().toBuffer(),
  darker: (photo) => open(photo).linear(0.55, 0).png().toBuffer(),
  'JPEG quality 20': (photo) => open(photo).jpeg({ quality: 20 }).toBuffer(),
  'rotated by 15 degrees, black corners': rotated,
  async 'rotated by 15 degrees, without corners'(photo) {
    const data = await rotated(photo);
    const { width = 0, height = 0 } = await sharp(data).metadata();
    const [w, h] = [Math.round(photo.width * 0.68), Math.round(photo.height * 0.68)];
    const part = { left: Math.round((width - w) / 2), top: Math.round((height - h) / 2), width: w, height: h };
    return sharp(data).extract(part).png().toBuffer();
  },
  overlays: (photo) =>
    open(photo)
      .composite([{ input: overlay(photo) }])
      .png()
      .toBuffer(),
};

/** Names of the edits. */
export const EDITS = Object.keys(MAKERS);

/** Describes a photo as a saved still. */
export async function describePhoto(engine: ObjectEngine, path: string): Promise<Int8Array> {
  const still = await open(await openPhoto(path))
    .jpeg({ quality: 82 })
    .toBuffer();
  return engine.describe((await decodePicture(still, null))!);
}

/** Describes every edit of a photo, as a picture to search with. */
export async function describeEdits(engine: ObjectEngine, path: string): Promise<[string, QueryViews][]> {
  const photo = await openPhoto(path);
  const described: [string, QueryViews][] = [];
  for (const [edit, make] of Object.entries(MAKERS))
    described.push([edit, await engine.describeQuery((await decodePicture(await make(photo), null))!)]);
  return described;
}

/** Describes random crops of a photo: 35 to 90 % of its area. @param seeds one per crop */
export async function describeCrops(
  engine: ObjectEngine,
  path: string,
  seeds: readonly number[],
): Promise<Int8Array[]> {
  const photo = await openPhoto(path);
  const descriptors: Int8Array[] = [];
  for (const seed of seeds) {
    const next = random(seed);
    descriptors.push(await engine.describe(await rawOf(crop(photo, 0.35 + 0.55 * next(), next))));
  }
  return descriptors;
}
