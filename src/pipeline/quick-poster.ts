import { representativeStill } from '../media/representative-still.ts';
import { POSTER_SIDE } from './poster.ts';
import { createStillsFolder } from './stills-folder.ts';

/** Saves a poster of a file before its analysis, which selects a better one. @returns whether the file has video */
export async function makeQuickPoster(path: string, stillsFolder: string): Promise<boolean> {
  const still = await representativeStill(path, POSTER_SIDE);
  if (!still) return false;
  await createStillsFolder(stillsFolder, () => {}).keepPoster(still);
  return true;
}
