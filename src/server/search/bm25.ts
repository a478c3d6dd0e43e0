import type { TermCounts } from '../../db/text-index/term-counts.ts';

/** Okapi BM25 with the usual constants (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, 3.4). */
const K1 = 1.2;
const B = 0.75;

/** Returns the inverse document frequency of a term that occurs in `holding` of `total` documents; always positive. */
export function inverseDocumentFrequency(holding: number, total: number): number {
  const n = Math.max(total, holding);
  return Math.log(1 + (n - holding + 0.5) / (holding + 0.5));
}

export interface ScoredDocument {
  id: number;
  score: number;
}

/** Scores documents against weighted query terms, best first; omits documents that contain none. */
export function rankByBm25(
  documents: readonly ({ id: number } & TermCounts)[],
  weights: ReadonlyMap<string, number>,
): ScoredDocument[] {
  const average = documents.reduce((sum, document) => sum + document.length, 0) / documents.length;
  const scored: ScoredDocument[] = [];
  for (const { id, counts, length } of documents) {
    const norm = K1 * (1 - B + (B * length) / average);
    let score = 0;
    for (const [term, count] of counts) score += ((weights.get(term) ?? 0) * count * (K1 + 1)) / (count + norm);
    if (score > 0) scored.push({ id, score });
  }
  return scored.sort((a, b) => b.score - a.score || a.id - b.id);
}
