import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeJpeg, encodePng } from '../../../src/media/images/encode.ts';
import { imageFormat, isSvg } from '../../../src/media/images/format.ts';
import { readRgb, withImage } from '../../../src/media/images/image.ts';
import { cutPixels, scaleSamples } from '../../../src/media/images/scale.ts';

const [WIDTH, HEIGHT] = [61, 43];
const MAX_PIXELS = 10_000;
const size = { width: WIDTH, height: HEIGHT };

/** A gradient with a rectangle, so that turning, mirroring, and color errors show. */
const rgb = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let i = 0; i < WIDTH * HEIGHT; i++) {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  rgb.set([x * 4, y * 5, x > 10 && y > 10 && x < 24 && y < 20 ? 220 : 40], i * 3);
}
const picture = () => sharp(rgb, { raw: { ...size, channels: 3 } });
/** From opaque to transparent, row by row. */
const faded = () => {
  const alpha = Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, i) => 255 - Math.floor(i / WIDTH) * 5));
  return picture().joinChannel(alpha, { raw: { ...size, channels: 1 } });
};

function difference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

const read = (bytes: Uint8Array, maxSide?: number) => readRgb(bytes, MAX_PIXELS, maxSide);

describe('decoded images are those that libvips decodes', () => {
  it.each<[string, () => Promise<Buffer>, number]>([
    ['JPEG', () => picture().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), 1],
    ['JPEG with fewer colors', () => picture().jpeg({ quality: 95 }).toBuffer(), 3],
    ['gray JPEG', () => picture().grayscale().jpeg().toBuffer(), 1],
    ['PNG', () => picture().png().toBuffer(), 0],
    ['palette', () => picture().png({ palette: true }).toBuffer(), 1],
    ['16 bits', () => picture().toColorspace('rgb16').png().toBuffer(), 1],
    ['interlaced PNG with transparency', () => faded().png({ progressive: true }).toBuffer(), 1],
    ['WebP', () => picture().webp({ lossless: true }).toBuffer(), 1],
    ['WebP with transparency', () => faded().webp({ lossless: true }).toBuffer(), 1],
    ['GIF', () => picture().gif().toBuffer(), 1],
    ['TIFF', () => picture().tiff({ compression: 'lzw' }).toBuffer(), 0],
    ['AVIF', () => picture().avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer(), 1],
    ['Display P3', () => picture().withIccProfile('p3').png().toBuffer(), 6],
  ])('%s', async (_name, make, tolerance) => {
    const file = await make();
    const wanted = await sharp(file).flatten().toColorspace('srgb').raw().toBuffer();
    const found = await read(file);
    expect(found).toMatchObject(size);
    expect(difference(found.rgb, wanted)).toBeLessThanOrEqual(tolerance);
  });

  it.each(
    (['jpeg', 'png', 'webp', 'tiff'] as const).flatMap((format) =>
      [2, 3, 4, 5, 6, 7, 8].map((orientation) => [format, orientation] as const),
    ),
  )('%s of orientation %i is upright, and so is a part of it', async (format, orientation) => {
    const options = {
      jpeg: { chromaSubsampling: '4:4:4' },
      webp: { lossless: true },
      tiff: { compression: 'lzw' },
    } as const;
    const file = await picture()
      .withMetadata({ orientation })
      .toFormat(format, options[format as 'jpeg'])
      .toBuffer();
    const upright = sharp(await sharp(file).rotate().toColorspace('srgb').png().toBuffer());
    const area = { left: 5, top: 8, width: 20, height: 30 };
    const [whole, part] = await withImage(file, MAX_PIXELS, (image) => [image.rgb(), image.rgb({ area })]);
    expect(difference(whole.data, await upright.raw().toBuffer())).toBeLessThan(3);
    expect(difference(part.data, await upright.extract(area).raw().toBuffer())).toBeLessThan(3);
  });

  it.each(['gif', 'webp'] as const)('the first image of an animation: %s', async (format) => {
    const frames = Buffer.concat([rgb, Buffer.alloc(rgb.length)]);
    const raw = { width: WIDTH, height: HEIGHT * 2, channels: 3 as const, pageHeight: HEIGHT };
    const file = await sharp(frames, { raw })
      .toFormat(format, { delay: [90, 90], lossless: true })
      .toBuffer();
    expect(difference((await read(file)).rgb, rgb)).toBeLessThan(4);
  });
});

it('scales down with the colors of visible pixels only', async () => {
  // Red, and on its right transparent green.
  const data = Buffer.alloc(40 * 40 * 4);
  for (let i = 0; i < 1600; i++) data.set(i % 40 < 21 ? [255, 0, 0, 255] : [0, 255, 0, 0], i * 4);
  const file = await sharp(data, { raw: { width: 40, height: 40, channels: 4 } })
    .png()
    .toBuffer();
  const small = await withImage(file, MAX_PIXELS, (image) => image.rgba({ maxSide: 10 }));
  for (let i = 0; i < small.data.length; i += 4) {
    if (small.data[i + 3]! > 16) expect([small.data[i]! >= 250, small.data[i + 1]! <= 5]).toEqual([true, true]);
  }
  expect(await read(file, 10)).toMatchObject({ width: 10, height: 10 });
});

it('refuses what is damaged, too large, or would be decoded to wrong pixels', async () => {
  const cut = async (file: Promise<Buffer>) => (await file).subarray(0, Math.floor((await file).length * 0.6));
  const refused = [
    cut(picture().jpeg().toBuffer()),
    cut(picture().png().toBuffer()),
    cut(picture().webp().toBuffer()),
    cut(picture().avif({ effort: 0 }).toBuffer()),
    picture().tiff({ compression: 'jpeg' }).toBuffer(),
    picture().tiff({ compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    picture().resize(101, 100).png().toBuffer(),
    picture().resize(101, 100).avif({ effort: 0 }).toBuffer(),
    Promise.resolve(Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1')),
    Promise.resolve(Buffer.from('no picture')),
  ];
  for (const file of refused) await expect(file.then(read)).rejects.toThrow();
});

it('encodes JPEG as near to the original as libvips does, and PNG without loss', async () => {
  const jpeg = encodeJpeg({ ...size, rgb });
  const reference = await picture().jpeg({ quality: 82 }).toBuffer();
  const loss = async (file: Buffer) => difference(await sharp(file).raw().toBuffer(), rgb);
  expect(await loss(jpeg)).toBeLessThan(1.1 * (await loss(reference)));
  const data = await faded().raw().toBuffer();
  expect(
    await sharp(encodePng({ ...size, data }))
      .raw()
      .toBuffer(),
  ).toEqual(data);
});

it('scales and cuts samples', () => {
  const bright = { width: 8, height: 8, channels: 1 as const, data: new Uint8Array(64).map((_, i) => (i % 2) * 200) };
  expect([...scaleSamples(bright, 4, 4, 'box').data]).toEqual(Array(16).fill(100));
  const gray = { width: 2, height: 2, channels: 1 as const, data: new Uint8Array([0, 100, 100, 200]) };
  expect([...cutPixels(gray, 1, -1, 2, 2).data]).toEqual([0, 0, 100, 0]);
});

it('recognizes formats by their content', () => {
  expect(imageFormat(Buffer.from('....ftypheic....', 'latin1'))).toBeUndefined();
  expect(imageFormat(new Uint8Array())).toBeUndefined();
  expect(isSvg(Buffer.from('\ufeff<?xml version="1.0"?><!-- a --><svg xmlns="x">'))).toBe(true);
  expect(isSvg(Buffer.from('\ufeff<svg >', 'utf16le'))).toBe(true);
  expect(isSvg(Buffer.from('<x:svg xmlns:x="http://www.w3.org/2000/svg">'))).toBe(true);
  expect(isSvg(Buffer.from('<html><svgs>'))).toBe(false);
});
