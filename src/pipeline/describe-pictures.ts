import { ReelscopeError } from '../contract/errors.ts';
import type { Region } from '../contract/search/visual.ts';
import { sentence } from '../core/texts/sentence.ts';
import { imageFormat } from '../media/images/format.ts';
import { decodePicture, MIN_PICTURE_SIDE } from '../media/picture.ts';
import { bundledObjects, type ObjectEngine, type QueryViews } from '../models/objects/index.ts';

/** Loaded with the first picture, and kept for further ones. */
let engine: Promise<ObjectEngine> | undefined;

/**
 * Describes stored stills, in the order of `files`; null for one that can't be read. @throws ReelscopeError
 * `model_unavailable`
 */
export async function describeStills(files: readonly string[]): Promise<(Int8Array | null)[]> {
  const descriptors: (Int8Array | null)[] = [];
  for (const file of files) {
    const still = await readStill(file, null);
    descriptors.push(still && (await (await loaded()).describe(still)));
  }
  return descriptors;
}

/**
 * Describes a picture to search with: an uploaded one as bytes, or a stored still as path, which is null if it can't be
 * read.
 * @throws ReelscopeError `unsupported_media_type`, `invalid_request` (corrupt or too small), `model_unavailable`
 */
export async function describeQuery(picture: string | Uint8Array, region: Region | null): Promise<QueryViews | null> {
  const still = typeof picture === 'string' ? await readStill(picture, region) : await readUpload(picture, region);
  return still && (await loaded()).describeQuery(still);
}

function loaded(): Promise<ObjectEngine> {
  engine ??= bundledObjects.load().catch((error: unknown) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

const readStill = (file: string, region: Region | null) => decodePicture(file, region).catch(() => null);

async function readUpload(picture: Uint8Array, region: Region | null) {
  if (imageFormat(picture) === undefined) throw new ReelscopeError('unsupported_media_type', sentence('visual.format'));
  const still = await decodePicture(picture, region).catch((cause: unknown) => {
    throw new ReelscopeError('invalid_request', sentence('visual.unreadable'), { cause });
  });
  if (!still) throw new ReelscopeError('invalid_request', sentence('visual.too-small', { pixels: MIN_PICTURE_SIDE }));
  return still;
}
