import { totalmem } from 'node:os';

/** Memory limit of a worker that reads one file; decoders of 8K video stay below. */
export const FILE_MEMORY_BYTES = 1_200_000_000;
/** Memory limit of a worker that runs models: half of the computer's, so that a model of several gigabytes fits. */
export const MODEL_MEMORY_BYTES = Math.max(2_000_000_000, totalmem() / 2);
