/**
 * transformers.js for models of a folder: nothing is ever fetched, and nothing is cached beside the folder.
 * @param folder absolute; a model is the folder in it that has the model's id
 */
export async function localTransformers(folder: string): Promise<typeof import('@huggingface/transformers')> {
  // Megabytes of code, so only when a model is loaded.
  const transformers = await import('@huggingface/transformers');
  const { env } = transformers;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.localModelPath = folder;
  return transformers;
}
