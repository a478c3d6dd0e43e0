import { quantile } from '../../base/statistics.ts';
import { createDots } from '../../db/vectors/dot-simd.ts';

/** Reference neighbors on either side that a text is compared with. */
const NEIGHBOR_COUNT = 3;

/** Vectors of reference texts; `queries` are the meaningful texts again, as queries. */
export interface DoubtReferences {
  queries: readonly Float32Array[];
  passages: readonly Float32Array[];
  /** Meaningful texts in other languages. */
  foreign: readonly Float32Array[];
  /** Names, invented words, and random keystrokes. */
  meaningless: readonly Float32Array[];
}

/** Distinguishes texts that mean something to a model from those that don't, by what they are near to. */
export interface Doubt {
  /** Whether a text is nearer to meaningful texts than to names and invented words. */
  isUnderstood(query: Float32Array): boolean;
  /** Raw similarity that a passage must exceed; above that of meaningless texts when the query resembles one. */
  minSimilarity(query: Float32Array): number;
}

/** Measures how far a text resembles meaningless texts; a reference text is not compared with itself. */
type Measure = (vector: Float32Array, own?: number, ownMeaningless?: number) => number;

/**
 * Measures the doubt of a model about a text: its similarity to meaningless texts less that to meaningful ones. The
 * latter are in many languages if the model understands these; to another model, foreign words look like invented ones.
 */
export function createDoubt({ queries, passages, foreign, meaningless }: DoubtReferences): Doubt {
  const toMeaningless = createDots(meaningless);
  const amid = (meaningful: readonly Float32Array[]): Measure => {
    const toMeaningful = createDots(meaningful);
    return (vector, own, ownMeaningless) =>
      meanOfLargest(toMeaningless(vector), NEIGHBOR_COUNT, ownMeaningless) -
      meanOfLargest(toMeaningful(vector), NEIGHBOR_COUNT, own);
  };
  const barsOf = (measure: Measure) => {
    const doubts = queries.map((query, i) => measure(query, i));
    const certain = meaningless.map((vector, i) => measure(vector, undefined, i));
    return {
      // Halfway between the meaningful texts, without their most doubtful 5 %, and the meaningless ones.
      meaningless: (quantile(doubts, 0.95) + quantile(certain, 0.5)) / 2,
      // At most nine in ten meaningful texts are below, and at most one in five meaningless ones.
      understood: Math.min(quantile(doubts, 0.9), quantile(certain, 0.2)),
    };
  };

  const english = amid(passages);
  const ofForeign = foreign.map((vector) => english(vector));
  const isMultilingual = quantile(ofForeign, 0.5) <= barsOf(english).understood;
  const measure = isMultilingual ? amid([...passages, ...foreign]) : english;
  const bars = barsOf(measure);
  return {
    isUnderstood: (query) => measure(query) <= bars.understood,
    minSimilarity: (query) =>
      measure(query) > bars.meaningless
        ? meanOfLargest(toMeaningless(query), NEIGHBOR_COUNT)
        : Number.NEGATIVE_INFINITY,
  };
}

/** Returns the mean of the `count` largest values, excluding the one at `own`. */
export function meanOfLargest(values: Float32Array, count: number, own = -1): number {
  const best = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (i === own || value <= best[count - 1]!) continue;
    let place = count - 1;
    for (; place > 0 && value > best[place - 1]!; place--) best[place] = best[place - 1]!;
    best[place] = value;
  }
  return best.reduce((sum, value) => sum + value, 0) / count;
}
