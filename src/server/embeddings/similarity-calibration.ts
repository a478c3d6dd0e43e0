import { createHash } from 'node:crypto';
import type { SegmentVectors } from '../../db/findings.ts';
import type { Store } from '../../db/index.ts';
import { MEANINGFUL_TEXTS, MEANINGLESS_TEXTS } from './calibration-texts.ts';

/** Neighbours in the background by which the crowdedness of a place is told. */
const NEIGHBOR_COUNT = 5;
/** The same for strings without meaning, of which there are few. */
const MEANINGLESS_NEIGHBOR_COUNT = 3;

/** Hash of the texts: vectors of other lists say nothing. */
const TEXTS_HASH = createHash('sha256')
  .update(JSON.stringify([MEANINGFUL_TEXTS, MEANINGLESS_TEXTS]))
  .digest('hex');

/** Makes vectors with the model that a background is of. */
export type EmbedTexts = (texts: string[], use: 'passage' | 'query') => Promise<SegmentVectors>;

/**
 * What the similarities of one model are worth. A cosine of 0.5 says "the same thing" with one model and nothing with another,
 * and inside a model it is more for a sentence than for a single word, since short texts lie near everything. So a similarity
 * counts less what both sides have with texts of the background that are nearest to them ("CSLS", Conneau et al. 2018,
 * arXiv:1710.04087), and the rest is put in standard deviations above what pairs of unrelated texts have.
 */
export interface SimilarityCalibration {
  readonly model: string;
  /** How near a question is to a passage beyond what chance gives, in standard deviations. */
  calibrate(query: Float32Array): (passage: Float32Array, similarity: number) => number;
  /** Similarity that a passage must have beyond {@link calibrate}: more than strings that mean nothing have, when the query is one. */
  minSimilarity(query: Float32Array): number;
}

/** The background of a model, when it was made. */
export function readCalibration(store: Store, model: string): SimilarityCalibration | undefined {
  const stored = store.calibrationVectors.get(model, TEXTS_HASH);
  return stored && computeCalibration(stored);
}

/** Asks the model for the vectors of the background, unless they are stored. */
export async function createCalibration(store: Store, model: string, embed: EmbedTexts): Promise<void> {
  if (store.calibrationVectors.get(model, TEXTS_HASH)) return;
  const passages = await embed([...MEANINGFUL_TEXTS, ...MEANINGLESS_TEXTS], 'passage');
  const queries = await embed([...MEANINGFUL_TEXTS], 'query');
  if (passages.model !== model || queries.model !== model) throw new Error('The model changed during the operation.');
  store.calibrationVectors.put(TEXTS_HASH, { ...passages, vectors: [...passages.vectors, ...queries.vectors] });
}

/** @param vectors of the meaningful and the meaningless texts as passages, then of the meaningful ones as queries */
function computeCalibration({ model, vectors }: SegmentVectors): SimilarityCalibration {
  const known = MEANINGFUL_TEXTS.length;
  const passages = vectors.slice(0, known);
  const meaningless = vectors.slice(known, known + MEANINGLESS_TEXTS.length);
  const queries = vectors.slice(known + MEANINGLESS_TEXTS.length);

  const crowdOfQueries = queries.map((query, i) => nearest(query, passages, NEIGHBOR_COUNT, i));
  const crowdOfPassages = passages.map((passage, i) => nearest(passage, queries, NEIGHBOR_COUNT, i));
  const unrelated = queries.flatMap((query, i) =>
    passages.flatMap((passage, k) =>
      i === k ? [] : [dot(query, passage) - (crowdOfQueries[i]! + crowdOfPassages[k]!) / 2],
    ),
  );
  const mean = unrelated.reduce((sum, value) => sum + value, 0) / unrelated.length;
  const deviation = Math.sqrt(unrelated.reduce((sum, value) => sum + (value - mean) ** 2, 0) / unrelated.length) || 1;

  // Halfway between what has a meaning (its most doubtful twentieth left out) and what has none.
  const doubt = (vector: Float32Array, own: number, ownMeaningless: number) =>
    nearest(vector, meaningless, MEANINGLESS_NEIGHBOR_COUNT, ownMeaningless) -
    nearest(vector, passages, MEANINGLESS_NEIGHBOR_COUNT, own);
  const doubts = queries.map((query, i) => doubt(query, i, -1));
  const certain = meaningless.map((vector, i) => doubt(vector, -1, i));
  const bar = (quantile(doubts, 0.95) + quantile(certain, 0.5)) / 2;

  return {
    model,
    calibrate(query) {
      const crowd = nearest(query, passages, NEIGHBOR_COUNT);
      return (passage, similarity) =>
        (similarity - (crowd + nearest(passage, queries, NEIGHBOR_COUNT)) / 2 - mean) / deviation;
    },
    minSimilarity: (query) =>
      doubt(query, -1, -1) > bar ? nearest(query, meaningless, MEANINGLESS_NEIGHBOR_COUNT) : Number.NEGATIVE_INFINITY,
  };
}

/** Mean similarity of the `count` vectors that are nearest, leaving out the one at `own`. */
function nearest(vector: Float32Array, others: readonly Float32Array[], count: number, own = -1): number {
  const best = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  others.forEach((other, i) => {
    if (i === own) return;
    let value = dot(vector, other);
    for (let place = 0; place < count; place++) {
      if (value <= best[place]!) continue;
      [best[place], value] = [value, best[place]!];
    }
  });
  return best.reduce((sum, value) => sum + value, 0) / count;
}

/** Cosine similarity of unit vectors. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}
