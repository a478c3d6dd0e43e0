import { createHash } from 'node:crypto';
import { quantile } from '../../base/statistics.ts';
import { dot } from '../../base/vectors.ts';
import type { SegmentVectors } from '../../db/findings.ts';
import type { Store } from '../../db/index.ts';
import { MEANINGFUL_TEXTS, MEANINGLESS_TEXTS } from '../embeddings/calibration-texts.ts';

/** Nearest reference texts that decide whether a query has a meaning. */
const NEIGHBOR_COUNT = 3;
/** Share of the reference texts, nearest to a frame, that are left out of its statistics: they may describe it. */
const DESCRIBING_SHARE = 0.05;

/**
 * By how many standard deviations a query that resembles meaningless text must exceed these in addition: it meets every
 * frame.
 */
const DOUBT_MARGIN = 1;

const TEXTS = [...MEANINGFUL_TEXTS, ...MEANINGLESS_TEXTS];

/** Hash of the reference texts; embeddings of other lists are not reused. */
const TEXTS_HASH = createHash('sha256').update(JSON.stringify(TEXTS)).digest('hex');

/**
 * Makes the similarities of words and frames comparable. A cosine of 0.1 is a match for SigLIP and nothing for CLIP,
 * and some frames are near any text. So a frame is compared with about 150 fixed texts on other subjects: a query
 * describes it if it is nearer than these by several of their standard deviations. No pictures are needed, and the rest
 * of a library does not count.
 */
export interface FrameCalibration {
  readonly model: string;
  /**
   * Returns a function that gives the similarity of a frame in standard deviations above that of texts that do not
   * describe it. A query that resembles meaningless text is compared with such texts alone, and needs more.
   */
  calibrate(query: Float32Array): (frame: Float32Array, similarity: number) => number;
}

/** Returns the stored calibration of a model, if any. */
export function readFrameCalibration(store: Store, model: string): FrameCalibration | undefined {
  const stored = store.frames.background(model, TEXTS_HASH);
  return stored && frameCalibration(stored);
}

/** Embeds and stores the reference texts, unless already stored. @throws Error if the model changed */
export async function createFrameCalibration(
  store: Store,
  model: string,
  embed: (texts: string[]) => Promise<SegmentVectors>,
): Promise<void> {
  if (store.frames.background(model, TEXTS_HASH)) return;
  const batch = await embed([...TEXTS]);
  if (batch.model !== model) throw new Error('The model changed during the operation.');
  store.frames.putBackground(TEXTS_HASH, batch);
}

/** @param background vectors of the meaningful texts, then of the meaningless ones. Pure. */
export function frameCalibration({ model, vectors }: SegmentVectors): FrameCalibration {
  const meaningful = vectors.slice(0, MEANINGFUL_TEXTS.length);
  const meaningless = vectors.slice(MEANINGFUL_TEXTS.length);
  const doubt = (vector: Float32Array) =>
    nearest(vector, meaningless, NEIGHBOR_COUNT) - nearest(vector, meaningful, NEIGHBOR_COUNT);
  // Halfway between the meaningful texts, without their most doubtful 5 %, and the meaningless ones.
  const bar = (quantile(meaningful.map(doubt), 0.95) + quantile(meaningless.map(doubt), 0.5)) / 2;

  return {
    model,
    calibrate(query) {
      const isDoubtful = doubt(query) > bar;
      return (frame, similarity) => {
        const sims = vectors.map((vector) => dot(vector, frame));
        const typical = sims.toSorted((a, b) => a - b).slice(0, Math.ceil(sims.length * (1 - DESCRIBING_SHARE)));
        const nearness = standardScore(similarity, typical);
        if (!isDoubtful) return nearness;
        return Math.min(nearness, standardScore(similarity, sims.slice(meaningful.length)) - DOUBT_MARGIN);
      };
    },
  };
}

/** Returns a value in standard deviations above the mean of others. */
function standardScore(value: number, others: readonly number[]): number {
  const mean = others.reduce((sum, other) => sum + other, 0) / others.length;
  const variance = others.reduce((sum, other) => sum + (other - mean) ** 2, 0) / others.length;
  return (value - mean) / (Math.sqrt(variance) || 1);
}

/** Mean similarity of the `count` nearest vectors, without the vector itself. */
function nearest(vector: Float32Array, others: readonly Float32Array[], count: number): number {
  const best = others
    .filter((other) => other !== vector)
    .map((other) => dot(vector, other))
    .sort((a, b) => b - a)
    .slice(0, count);
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}
