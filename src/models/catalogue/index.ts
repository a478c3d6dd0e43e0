import type { CatalogueEntry } from './entry.ts';
import { OTHERS } from './others.ts';
import { WHISPER } from './whisper.ts';

export { type CatalogueEntry, type CatalogueFile, type ModelTask, type PublishedHash, sizeOf } from './entry.ts';
export { OLLAMA_MODELS } from './ollama.ts';

/** All models that can be installed from here. */
export const CATALOGUE: readonly CatalogueEntry[] = [...WHISPER, ...OTHERS];
