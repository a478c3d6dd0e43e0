import type { Embedder } from '../embeddings/embedder.ts';
import type { BundleContent } from './read-bundle.ts';

/** Returns the content with those embeddings only that can be compared with the ones of this library. */
export type VectorCheck = (content: BundleContent) => Promise<BundleContent>;

/** Findings whose embeddings are computed again to compare them. */
const SAMPLES = 6;

/** Minimum cosine of two embeddings of one text by one engine; other processors round otherwise. */
const MIN_SIMILARITY = 0.99;

/**
 * Creates a check that computes a few embeddings again: vectors of another engine, or of other texts than they claim,
 * would spoil every search. What it drops is embedded again in the background.
 */
export function createVectorCheck(embedder: Pick<Embedder, 'embed'>): VectorCheck {
  const isComparable = async ({ modules }: BundleContent): Promise<boolean> => {
    const engines = new Set(modules.flatMap(({ embeddings: e }) => (e ? [`${e.model} ${e.dimension}`] : [])));
    if (engines.size !== 1) return false;
    const embedded = modules.flatMap(({ segments, embeddings }) =>
      segments.flatMap(({ content }, i) =>
        embeddings?.vectors[i] ? [{ content, vector: embeddings.vectors[i] }] : [],
      ),
    );
    const step = Math.max(1, Math.floor(embedded.length / SAMPLES));
    const samples = embedded.filter((_, i) => i % step === 0).slice(0, SAMPLES);
    const own = samples.length === 0 ? null : await embedder.embed(samples.map(({ content }) => content));
    if (!own || !engines.has(`${own.model} ${own.dimension}`)) return false;
    return samples.every(({ vector }, i) => dot(vector, own.vectors[i]!) >= MIN_SIMILARITY);
  };

  return async (content) => {
    if (await isComparable(content)) return content;
    return { ...content, modules: content.modules.map(({ embeddings: _, ...module }) => module) };
  };
}

/** Cosine of two unit vectors. */
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
