import { setImmediate } from 'node:timers/promises';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { toDoubles, toWords } from './binary-codes.ts';
import { CoarseIndex } from './coarse-index.ts';
import type { Scanner } from './scanner.ts';

/** Videos read between two turns of the event loop while an index loads. */
const VIDEOS_PER_TURN = 100;

/** Packed ids and sign bits of a video. */
interface PackedVectors {
  videoId: number;
  ids: Uint8Array;
  codes: Uint8Array;
}

/** Coarse indexes of pictures by engine, each loaded with its first use. */
export interface CoarseIndexes {
  /** Indexes that are loaded, or about to be. */
  readonly loaded: ReadonlyMap<string, CoarseIndex>;
  /** Returns an index once it is loaded. */
  ready(engine: string, dimension: number): Promise<CoarseIndex>;
  /** Removes a video from all of them. */
  remove(videoId: number): void;
  /** Releases the indexes of all other engines. */
  keepOnly(engine: string): void;
}

/**
 * @param group the index groups by module; pictures are all of this one
 * @param read rows of an engine after a video, in the order of videos
 */
export function createCoarseIndexes(
  group: ModuleName,
  scanner: Scanner,
  read: (engine: string, afterVideoId: number, limit: number) => readonly PackedVectors[],
): CoarseIndexes {
  const loaded = new Map<string, CoarseIndex>();
  const loading = new WeakMap<CoarseIndex, Promise<void>>();

  async function load(engine: string, index: CoarseIndex): Promise<void> {
    let last = -1;
    for (;;) {
      const rows = read(engine, last, VIDEOS_PER_TURN);
      for (const { videoId, ids, codes } of rows) index.replace(videoId, group, toDoubles(ids), toWords(codes));
      if (rows.length < VIDEOS_PER_TURN) return;
      last = rows.at(-1)!.videoId;
      await setImmediate();
    }
  }

  return {
    loaded,

    async ready(engine, dimension) {
      const index = loaded.get(engine) ?? new CoarseIndex(dimension, scanner);
      const done =
        loading.get(index) ??
        load(engine, index).catch((error: unknown) => {
          loaded.delete(engine);
          throw error;
        });
      loaded.set(engine, index);
      loading.set(index, done);
      await done;
      return index;
    },

    remove(videoId) {
      for (const index of loaded.values()) index.remove(videoId);
    },

    keepOnly(engine) {
      for (const other of loaded.keys()) if (other !== engine) loaded.delete(other);
    },
  };
}
