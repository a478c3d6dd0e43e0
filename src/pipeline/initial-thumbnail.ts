import { representativeStill } from '../media/representative-still.ts';
import { createStillsFolder } from './stills-folder.ts';
import { THUMBNAIL_SIDE } from './thumbnail.ts';

/** Saves a thumbnail of a file before its analysis, which selects a better one. @returns whether the file has video */
export async function saveInitialThumbnail(path: string, stillsFolder: string): Promise<boolean> {
  const still = await representativeStill(path, THUMBNAIL_SIDE);
  if (!still) return false;
  await createStillsFolder(stillsFolder, () => {}).saveThumbnail(still);
  return true;
}
