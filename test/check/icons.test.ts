import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ICON_SIZES, windowsIcon } from '../../build/icons.ts';

const RESOURCES = join(import.meta.dirname, '../../resources');

/** Pictures of an icon, with their pixels as RGBA, top row first. */
async function pictures(icon: Buffer) {
  return Promise.all(
    Array.from({ length: icon.readUInt16LE(4) }, async (_, index) => {
      const at = 6 + 16 * index;
      const size = icon.readUInt8(at) || 256;
      const image = icon.subarray(icon.readUInt32LE(at + 12)).subarray(0, icon.readUInt32LE(at + 8));
      if (image.subarray(1, 4).toString() === 'PNG')
        return { size, rgba: await sharp(image).ensureAlpha().raw().toBuffer() };
      expect([image.readInt32LE(4), image.readInt32LE(8)]).toEqual([size, 2 * size]);
      const rows = Array.from({ length: size }, (__, row) =>
        image.subarray(40 + 4 * size * (size - 1 - row)).subarray(0, 4 * size),
      );
      const rgba = Buffer.concat(rows);
      for (let pixel = 0; pixel < rgba.length; pixel += 4)
        [rgba[pixel], rgba[pixel + 2]] = [rgba[pixel + 2]!, rgba[pixel]!];
      return { size, rgba };
    }),
  );
}

it('has the icon of Windows in all sizes, of the same picture', async () => {
  const icon = readFileSync(join(RESOURCES, 'icon.ico'));
  const found = await pictures(icon);
  expect(found.map(({ size }) => size)).toEqual([...ICON_SIZES]);
  for (const { size, rgba } of found) {
    const at = (x: number, y: number) => [
      ...rgba.subarray(4 * (Math.floor(y * size) * size + Math.floor(x * size))).subarray(0, 4),
    ];
    // Round corners, a dark ground, and a triangle that points to the right.
    expect(at(0, 0)[3], `${size}: corner`).toBeLessThan(60);
    expect(
      at(0.5, 0.1).map((value) => Math.round(value / 16)),
      `${size}: ground`,
    ).toEqual([2, 2, 2, 16]);
    const [red, green, blue] = at(0.52, 0.5) as [number, number, number];
    expect(blue - red, `${size}: triangle`).toBeGreaterThan(60);
    expect(green, `${size}: triangle`).toBeGreaterThan(120);
  }
});

it('is made from the vector graphic', async () => {
  const made = await windowsIcon(readFileSync(join(RESOURCES, 'icon.svg')));
  // Renderers differ by a rounding.
  const stored = await pictures(readFileSync(join(RESOURCES, 'icon.ico')));
  for (const [index, { rgba }] of (await pictures(made)).entries())
    for (const [at, value] of rgba.entries())
      if (Math.abs(value - stored[index]!.rgba[at]!) > 8) expect.fail(`${index}: byte ${at}`);
});
