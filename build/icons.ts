import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Sizes that Windows shows at 100 to 250 % (tray, title bar, taskbar, desktop), in pixels; the last is stored as PNG.
 */
export const ICON_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const;

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const BITMAP_HEADER_BYTES = 40;

/** Icon of several sizes (.ico) from a vector graphic. */
export async function windowsIcon(svg: Buffer): Promise<Buffer> {
  const images = await Promise.all(
    ICON_SIZES.map(async (size) => {
      const picture = sharp(svg, { density: (72 * size) / 32 }).resize(size, size);
      if (size >= 256) return picture.png({ compressionLevel: 9 }).toBuffer();
      return bitmap(await picture.ensureAlpha().raw().toBuffer(), size);
    }),
  );
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    // 0 stands for 256.
    const size = ICON_SIZES[index]! % 256;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}

/**
 * Picture as programs without a PNG reader know it (NSIS): 32 bits per pixel, bottom row first, and an empty mask,
 * whose rows are padded to four bytes. @param rgba rows of pixels
 */
function bitmap(rgba: Buffer, size: number): Buffer {
  const maskBytes = Math.ceil(size / 32) * 4 * size;
  const image = Buffer.alloc(BITMAP_HEADER_BYTES + rgba.length + maskBytes);
  image.writeUInt32LE(BITMAP_HEADER_BYTES, 0);
  image.writeInt32LE(size, 4);
  // Of the picture and its mask.
  image.writeInt32LE(2 * size, 8);
  image.writeUInt16LE(1, 12);
  image.writeUInt16LE(32, 14);
  image.writeUInt32LE(rgba.length + maskBytes, 20);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const from = 4 * (row * size + column);
      const to = BITMAP_HEADER_BYTES + 4 * ((size - 1 - row) * size + column);
      image.writeUInt32BE(rgba.readUInt32BE(from), to);
      // Blue comes first.
      image[to] = rgba[from + 2]!;
      image[to + 2] = rgba[from]!;
    }
  return image;
}

/*
 * `node build/icons.ts`: writes resources/icon.ico from resources/icon.svg.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const resources = new URL('../resources/', import.meta.url);
  writeFileSync(new URL('icon.ico', resources), await windowsIcon(readFileSync(new URL('icon.svg', resources))));
}
