import { stopWordsFor } from '../shared/text/stop-words.ts';
import { isContent } from '../shared/text/terms.ts';
import { type Token, wordTokens } from '../shared/text/tokens.ts';

/** A sentence as a unit vector of term weights (empty without content words), with its ranks. */
export interface Ranked {
  /** Position in the list that was ranked. */
  index: number;
  vector: ReadonlyMap<string, number>;
  /** Centrality; the mean is 1. */
  score: number;
  /** 1 for a statement of a good length; less for a question, a fragment, or a sentence that runs on. */
  form: number;
}

/** Sentences that take part in the graph; more are narrowed down first, evenly over time. */
const GRAPH_MAX = 400;
const SLICES = 100;
const DAMPING = 0.85;
const ROUNDS = 30;
/** Similarities below this are chance (LexRank uses 0.1 as well). */
const SIMILAR = 0.1;
/** Words of a sentence that reads well in a summary. */
const WORDS_MIN = 9;
const WORDS_MAX = 32;

/**
 * Ranks the sentences of a text by LexRank (Erkan and Radev, 2004: centrality in the graph of TF-IDF similarities),
 * beside their form. Sentences that can't take part are left out. Order: as in the text.
 */
export function rank(texts: readonly string[]): Ranked[] {
  const tokens = texts.map(wordTokens);
  const nodes = narrowed(vectorsOf(tokens));
  const central = centrality(nodes.map(({ vector }) => vector));
  return nodes.map(({ index, vector }, i) => ({
    index,
    vector,
    score: central[i]!,
    form: formOf(texts[index]!, tokens[index]!.length),
  }));
}

/** Cosine of two vectors of length 1. */
export function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  if (a.size > b.size) return cosine(b, a);
  let dot = 0;
  for (const [key, weight] of a) dot += weight * (b.get(key) ?? 0);
  return dot;
}

function vectorsOf(texts: readonly Token[][]): { index: number; vector: Map<string, number>; weight: number }[] {
  const stop = stopWordsFor(texts.flat());
  const counts = texts.map((tokens) => {
    const terms = new Map<string, number>();
    for (const token of tokens) if (isContent(token, stop)) terms.set(token.key, (terms.get(token.key) ?? 0) + 1);
    return terms;
  });
  const documents = new Map<string, number>();
  for (const terms of counts) for (const key of terms.keys()) documents.set(key, (documents.get(key) ?? 0) + 1);
  return counts.flatMap((terms, index) => {
    const vector = new Map<string, number>();
    let squares = 0;
    let weight = 0;
    for (const [key, count] of terms) {
      const value = (1 + Math.log(count)) * Math.log(1 + texts.length / documents.get(key)!);
      vector.set(key, value);
      squares += value * value;
      weight += value * (documents.get(key)! - 1);
    }
    const norm = Math.sqrt(squares);
    for (const [key, value] of vector) vector.set(key, value / norm);
    return norm === 0 ? [] : [{ index, vector, weight: weight / norm }];
  });
}

/** Keeps the sentences with the most shared terms in each slice of the text. */
function narrowed<Node extends { index: number; weight: number }>(nodes: Node[]): Node[] {
  if (nodes.length <= GRAPH_MAX) return nodes;
  const slices = Map.groupBy(nodes.entries(), ([i]) => Math.floor((i * SLICES) / nodes.length));
  return [...slices.values()]
    .flatMap((slice) => {
      const best = slice.map(([, node]) => node).sort((a, b) => b.weight - a.weight || a.index - b.index);
      return best.slice(0, GRAPH_MAX / SLICES);
    })
    .sort((a, b) => a.index - b.index);
}

/** PageRank over the similarity graph by power iteration; the mean is 1. */
function centrality(vectors: readonly ReadonlyMap<string, number>[]): Float64Array {
  const n = vectors.length;
  const links = Array.from({ length: n }, () => new Map<number, number>());
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const similarity = cosine(vectors[i]!, vectors[j]!);
      if (similarity < SIMILAR) continue;
      links[i]!.set(j, similarity);
      links[j]!.set(i, similarity);
    }
  }
  const sums = links.map((to) => [...to.values()].reduce((a, b) => a + b, 0));
  let scores = new Float64Array(n).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(n).fill(1 - DAMPING);
    for (let i = 0; i < n; i++) {
      for (const [j, similarity] of links[i]!) next[j]! += (DAMPING * scores[i]! * similarity) / sums[i]!;
    }
    scores = next;
  }
  return scores;
}

/** Penalizes questions, fragments, and overlong sentences. */
function formOf(text: string, words: number): number {
  const length = words < WORDS_MIN ? words / WORDS_MIN : words > WORDS_MAX ? WORDS_MAX / words : 1;
  return length * (/[?？؟]\s*$/u.test(text) ? 0.6 : 1);
}
