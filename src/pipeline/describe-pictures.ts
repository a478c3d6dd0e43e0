import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import type { Region } from '../contract/visual.ts';
import { decodePicture, MIN_PICTURE_SIDE, pictureFormat } from '../media/picture.ts';
import { bundledObjects, type ObjectEngine } from '../models/objects/index.ts';

/** Loaded with the first picture, and kept for further ones. */
let engine: Promise<ObjectEngine> | undefined;

/**
 * Describes pictures: uploaded ones as bytes, stored stills as paths; null for a still that can't be read.
 * @throws ReelscopeError `unsupported_media_type`, `invalid_request` (corrupt or too small), `model_unavailable`
 */
export async function describePictures(request: {
  pictures: readonly (string | Uint8Array)[];
  region: Region | null;
}): Promise<(Int8Array | null)[]> {
  const descriptors: (Int8Array | null)[] = [];
  for (const picture of request.pictures) {
    const still =
      typeof picture === 'string'
        ? await readStill(picture, request.region)
        : await readUpload(picture, request.region);
    engine ??= bundledObjects.load();
    const loaded = await engine.catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
    descriptors.push(still && (await loaded.describe(still)));
  }
  return descriptors;
}

const readStill = (file: string, region: Region | null) => decodePicture(file, region).catch(() => null);

async function readUpload(picture: Uint8Array, region: Region | null) {
  if ((await pictureFormat(picture)) === undefined)
    throw new ReelscopeError('unsupported_media_type', sentence('visual.format'));
  const still = await decodePicture(picture, region).catch((cause: unknown) => {
    throw new ReelscopeError('invalid_request', sentence('visual.unreadable'), { cause });
  });
  if (!still) throw new ReelscopeError('invalid_request', sentence('visual.too-small', { pixels: MIN_PICTURE_SIDE }));
  return still;
}
