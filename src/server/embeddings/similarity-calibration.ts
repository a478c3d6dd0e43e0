import { createHash } from 'node:crypto';
import type { SegmentVectors } from '../../db/findings.ts';
import type { Store } from '../../db/index.ts';
import { createDots } from '../../db/vectors/dot-simd.ts';
import { FOREIGN_TEXTS, MEANINGFUL_TEXTS, MEANINGLESS_TEXTS, UNKNOWN_TEXTS } from './calibration-texts.ts';
import { createDoubt, type Doubt, meanOfLargest } from './doubt.ts';

/** Texts that stand for nothing that a finding could mean. */
const MEANINGLESS = [...MEANINGLESS_TEXTS, ...UNKNOWN_TEXTS];

/** Reference neighbors used to measure neighborhood density. */
const NEIGHBOR_COUNT = 10;

/** Hash of the reference texts; embeddings of other lists are not reused. */
const TEXTS_HASH = createHash('sha256')
  .update(JSON.stringify([MEANINGFUL_TEXTS, MEANINGLESS, FOREIGN_TEXTS]))
  .digest('hex');

/** Embeds texts with the model to be calibrated. */
export type EmbedTexts = (texts: string[], use: 'passage' | 'query') => Promise<SegmentVectors>;

/**
 * Makes the similarities of a model comparable. A cosine of 0.5 is a match for one model and meaningless for another,
 * and within a model it means more for a sentence than for a word, since short texts are near everything. The
 * calibration subtracts the neighborhood density of both sides ("CSLS", Conneau et al. 2018, arXiv:1710.04087) and
 * expresses the rest in standard deviations above the mean of unrelated pairs.
 */
export interface SimilarityCalibration extends Doubt {
  readonly model: string;
  /** Returns a function that calibrates a raw similarity, in standard deviations above that of unrelated texts. */
  calibrate(query: Float32Array): (passage: Float32Array, similarity: number) => number;
}

/** Returns the stored calibration of a model, if any. */
export function readCalibration(store: Store, model: string): SimilarityCalibration | undefined {
  const stored = store.calibrationVectors.get(model, TEXTS_HASH);
  return stored && computeCalibration(stored);
}

/** Embeds and stores the reference texts, unless already stored. */
export async function createCalibration(store: Store, model: string, embed: EmbedTexts): Promise<void> {
  if (store.calibrationVectors.get(model, TEXTS_HASH)) return;
  const passages = await embed([...MEANINGFUL_TEXTS, ...MEANINGLESS, ...FOREIGN_TEXTS], 'passage');
  const queries = await embed([...MEANINGFUL_TEXTS], 'query');
  if (passages.model !== model || queries.model !== model) throw new Error('The model changed during the operation.');
  store.calibrationVectors.put(TEXTS_HASH, { ...passages, vectors: [...passages.vectors, ...queries.vectors] });
}

/**
 * @param vectors of the meaningful, the meaningless, and the foreign texts as passages, then of the meaningful ones as
 *   queries
 */
function computeCalibration({ model, vectors }: SegmentVectors): SimilarityCalibration {
  const known = MEANINGFUL_TEXTS.length;
  const passages = vectors.slice(0, known);
  const meaningless = vectors.slice(known, known + MEANINGLESS.length);
  const foreign = vectors.slice(known + MEANINGLESS.length, -known);
  const queries = vectors.slice(-known);

  const toPassages = createDots(passages);
  const toQueries = createDots(queries);
  const queryDensity = queries.map((query, i) => meanOfLargest(toPassages(query), NEIGHBOR_COUNT, i));
  const passageDensity = passages.map((passage, i) => meanOfLargest(toQueries(passage), NEIGHBOR_COUNT, i));
  const unrelated = queries.flatMap((query, i) =>
    Array.from(toPassages(query), (similarity, k) => similarity - (queryDensity[i]! + passageDensity[k]!) / 2).filter(
      (_, k) => k !== i,
    ),
  );
  const mean = unrelated.reduce((sum, value) => sum + value, 0) / unrelated.length;
  const deviation = Math.sqrt(unrelated.reduce((sum, value) => sum + (value - mean) ** 2, 0) / unrelated.length) || 1;

  return {
    ...createDoubt({ queries, passages, foreign, meaningless }),
    model,
    calibrate(query) {
      const density = meanOfLargest(toPassages(query), NEIGHBOR_COUNT);
      return (passage, similarity) =>
        (similarity - (density + meanOfLargest(toQueries(passage), NEIGHBOR_COUNT)) / 2 - mean) / deviation;
    },
  };
}
