import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FaceEngine } from '../../src/models/faces/index.ts';
import { bundledObjects } from '../../src/models/objects/index.ts';
import type { Picture } from '../../test/fixtures/media-spec.ts';
import { CLIP } from './face-clips.ts';
import { mediaFolder } from './media-folder.ts';
import type { Cutout } from './paste-portrait.ts';
import { faceOf } from './portrait-clips.ts';

/** A portrait with its face; null if none is found. */
export async function cutoutOf(engine: FaceEngine, file: string): Promise<Cutout | null> {
  const { data, info } = await sharp(file)
    .toColorspace('srgb')
    .removeAlpha()
    .resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, rgb: new Uint8Array(data) };
  const face = await faceOf(engine, picture);
  if (!face) return null;
  const { x, y, width, height } = face;
  return {
    ...picture,
    face: { x: x * info.width, y: y * info.height, width: width * info.width, height: height * info.height },
  };
}

/** Shared photos without people. */
export async function emptyBackgrounds(engine: FaceEngine): Promise<Picture[]> {
  const objects = await bundledObjects.load();
  const folder = join(mediaFolder(), 'photos');
  const backgrounds: Picture[] = [];
  for (const file of readdirSync(folder)
    .filter((one) => one.endsWith('.jpg'))
    .sort()) {
    const size = { width: CLIP.width, height: CLIP.height };
    const data = await sharp(join(folder, file))
      .resize({ ...size, fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const picture = { ...size, rgb: new Uint8Array(data) };
    const [faces, things] = [await engine.detect(picture, 0.5), await objects.detectLarge(picture, 0.35)];
    if (faces.length === 0 && !things.some(({ label }) => label === 'person')) backgrounds.push(picture);
  }
  await objects.dispose();
  if (backgrounds.length === 0) throw new Error(`No photo without people in ${folder}.`);
  return backgrounds;
}
