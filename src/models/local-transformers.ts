import { scaleByFfmpeg } from './raw-image.ts';

/**
 * Loads transformers.js for local models only: nothing is downloaded or cached.
 * @param folder absolute path; each model is a subfolder named after its id
 */
export async function localTransformers(folder: string): Promise<typeof import('@huggingface/transformers')> {
  // Imported on demand because the package is several megabytes of code.
  const transformers = await import('@huggingface/transformers');
  scaleByFfmpeg(transformers.RawImage);
  const { env } = transformers;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.localModelPath = folder;
  return transformers;
}
