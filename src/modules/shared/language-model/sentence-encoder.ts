import { bundledEmbeddings } from '../../../models/embeddings/index.ts';
import type { EmbeddingEngine } from '../../../models/engine.ts';

/** Encodes texts as unit vectors. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Vectors of the texts of each run by its signal: summary and chapters encode the same sentences. */
const encodedOf = new WeakMap<AbortSignal, Map<string, Float32Array>>();

/**
 * Runs `work` with the bundled sentence encoder, which is loaded when it is first used and encodes equal texts of a run
 * once; with null where it can't run.
 * @throws CanceledError; whatever `work` throws
 */
export async function withSentenceEncoder<T>(
  signal: AbortSignal,
  work: (embed: Embed | null) => Promise<T>,
): Promise<T> {
  if (!(await bundledEmbeddings.availability()).available) return work(null);
  let loaded: Promise<EmbeddingEngine> | null = null;
  const known = encodedOf.get(signal) ?? new Map<string, Float32Array>();
  encodedOf.set(signal, known);
  const embed: Embed = async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !known.has(text));
    if (fresh.length > 0) {
      loaded ??= bundledEmbeddings.load();
      const vectors = await (await loaded).embed(fresh, signal);
      for (const [i, text] of fresh.entries()) known.set(text, vectors[i]!);
    }
    return texts.map((text) => known.get(text)!);
  };
  const dispose = async () => {
    if (loaded) await (await loaded).dispose();
  };
  try {
    return await work(embed);
  } finally {
    await dispose();
  }
}
