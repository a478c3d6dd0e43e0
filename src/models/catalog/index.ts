import type { CatalogEntry } from './entry.ts';
import { gpuBuilds } from './gpu.ts';
import { OTHER_MODELS } from './others.ts';
import { TEXT_MODELS } from './text.ts';
import { TEXT_IMAGE_MODELS } from './text-image.ts';
import { WHISPER_MODELS } from './whisper.ts';
import { WHISPER_ONNX_MODELS } from './whisper-onnx.ts';

export { type CatalogEntry, type CatalogFile, sizeOf } from './entry.ts';
export { VULKAN_BUILD } from './gpu.ts';
export { OLLAMA_MODELS } from './ollama.ts';
export { recommendSpeechModels, thisMachine } from './recommended.ts';

/** All models that can be installed. */
export const CATALOG: readonly CatalogEntry[] = [
  ...WHISPER_ONNX_MODELS,
  ...WHISPER_MODELS,
  ...gpuBuilds(`${process.platform}-${process.arch}`),
  ...OTHER_MODELS,
  ...TEXT_MODELS,
  ...TEXT_IMAGE_MODELS,
];
