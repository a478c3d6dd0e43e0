import { readFile } from 'node:fs/promises';
import type { StillFiles } from '../../library/stills.ts';
import { shortHash } from './revision.ts';

export type StillHashes = ReturnType<typeof createStillHashes>;

/** Number of cached hashes. */
const MAX_CACHED = 20_000;

/** Hashes of saved stills, as citations contain them; a still that was not changed since is not read again. */
export function createStillHashes(stills: Pick<StillFiles, 'still'>) {
  const known = new Map<string, string>();
  /** Null for a still that is missing, or empty, as a full disk leaves it. @param time seconds */
  const of = async (jobId: string, time: number): Promise<string | null> => {
    const object = await stills.still(jobId, Math.round(time * 1000));
    if (!object || object.sizeBytes === 0) return null;
    const key = `${object.file} ${object.sizeBytes} ${object.modifiedMs}`;
    let hash = known.get(key);
    if (hash === undefined) {
      hash = shortHash(await readFile(object.file));
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, hash);
    }
    return hash;
  };
  return {
    of,

    /** Hashes of stills in the order of `times`, in seconds; null like `of`. */
    async all(jobId: string, times: readonly number[]): Promise<(string | null)[]> {
      const hashes: (string | null)[] = [];
      for (const time of times) hashes.push(await of(jobId, time));
      return hashes;
    },
  };
}
