import { totalmem } from 'node:os';

/** Memory limit of a worker that reads one file; decoders of 8K video stay below. */
export const FILE_MEMORY_BYTES = 1_200_000_000;
/** Memory limit of a worker that runs models: half of the computer's, so that a model of several gigabytes fits. */
export const MODEL_MEMORY_BYTES = Math.max(2_000_000_000, totalmem() / 2);
/**
 * Memory to reserve for an analysis by all modules: 0.7 GB for 720p (`npm run bench -- worker`), more for larger
 * pictures and models.
 */
export const ANALYSIS_MEMORY_BYTES = 1_200_000_000;

/**
 * Whether the computer has memory for one more analysis, in addition to what the running ones have yet to take.
 *
 * @param running memory that each running analysis has taken so far, in bytes
 * @param availableBytes memory that programs can take without swapping, within the limits of a container
 */
export function hasMemoryForAnalysis(running: readonly number[], availableBytes = available(running)): boolean {
  const reserved = running.reduce((sum, taken) => sum + Math.max(0, ANALYSIS_MEMORY_BYTES - taken), 0);
  return availableBytes - reserved >= ANALYSIS_MEMORY_BYTES;
}

/**
 * macOS keeps nearly all memory in use, so its free memory means little: half of the computer’s memory is for analyses.
 */
function available(running: readonly number[]): number {
  if (process.platform !== 'darwin') return process.availableMemory();
  return totalmem() / 2 - running.reduce((sum, taken) => sum + taken, 0);
}
