import { dot } from '../base/vectors.ts';

/** Embeds texts; null while no engine can. */
export type EmbedTexts = (
  texts: readonly string[],
  use?: 'passage',
) => Promise<{ model: string; vectors: readonly Float32Array[] } | null>;

/** Cached texts of one model; a video has some thousands of words. */
const MAX_CACHED = 20_000;

/** Similarity of two words: 0 for unrelated ones, 1 for those of the same meaning. */
export type WordSimilarity = (a: string, b: string) => number;

/**
 * Compares words by their embeddings, those of a question with those of findings; without an engine, all are unrelated.
 */
export type CompareWords = (asked: readonly string[], found: Iterable<string>) => Promise<WordSimilarity>;

/** Cosines above that of unrelated words, which differs by encoder, as shares of the rest: unrelated, and the same. */
const RELATIVE = { unrelated: 0.3, same: 0.7 };
/** Share of pairs that are less similar than what counts as the cosine of unrelated words. */
const UNRELATED_SHARE = 0.5;

/** Compares texts by their embeddings. */
export interface TextComparison {
  words: CompareWords;
  /** Cosine of a text to samples of unrelated ones; undefined without an engine. */
  unrelated(text: string, samples: readonly string[]): Promise<number | undefined>;
}

/** Creates a comparison that embeds each word and sample once. */
export function createTextComparison(embed: EmbedTexts | undefined): TextComparison {
  const cache = new Map<string, Float32Array>();
  let cachedModel = '';
  const load = async (texts: readonly string[]): Promise<boolean> => {
    const missing = [...new Set(texts)].filter((text) => !cache.has(text));
    if (missing.length === 0) return true;
    const batch = await embed?.(missing, 'passage');
    if (!batch) return false;
    if (batch.model !== cachedModel || cache.size > MAX_CACHED) cache.clear();
    cachedModel = batch.model;
    for (const [i, text] of missing.entries()) cache.set(text, batch.vectors[i]!);
    return true;
  };
  return {
    async words(asked, found) {
      const others = [...new Set(found)];
      if (!(await load([...asked, ...others]))) return () => 0;
      const rows = new Map(asked.map((a) => [a, new Map(others.map((b) => [b, cosine(cache.get(a), cache.get(b))]))]));
      const base = baseline(
        [...rows.values()].flatMap((row) => [...row.values()]),
        UNRELATED_SHARE,
      );
      return (a, b) => {
        const relative = aboveBaseline(rows.get(a)?.get(b) ?? base, base);
        return Math.min(1, Math.max(0, (relative - RELATIVE.unrelated) / (RELATIVE.same - RELATIVE.unrelated)));
      };
    },
    async unrelated(text, samples) {
      if (samples.length === 0 || !(await load([text, ...samples]))) return undefined;
      return baseline(
        samples.map((sample) => cosine(cache.get(text), cache.get(sample))),
        UNRELATED_SHARE,
      );
    },
  };
}

/** The value that a share of cosines are below; 0 if there are none. */
export function baseline(cosines: readonly number[], share: number): number {
  return cosines.toSorted((a, b) => a - b)[Math.floor(share * cosines.length)] ?? 0;
}

/** A cosine relative to that of unrelated texts: 0 for these, 1 for equal ones. */
export function aboveBaseline(value: number, base: number): number {
  return base >= 1 ? 0 : Math.max(0, (value - base) / (1 - base));
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  // Vectors of a model that was replaced meanwhile have another length.
  return a && b && a.length === b.length ? dot(a, b) : 0;
}
