import type { Findings } from '../shared/findings/findings.ts';
import { confidentSegments, labelOf } from '../shared/findings/labels.ts';
import { screenTextsOf } from '../shared/findings/screen-text.ts';
import type { Sentence } from '../shared/findings/sentences.ts';
import { termsOf } from '../shared/text/terms.ts';

/** One kind of evidence, cut into atoms: how much of each term (by number) falls between two candidates. */
export interface Channel {
  /** Different terms. */
  vocabulary: number;
  /** Concentration of the Dirichlet prior per term: low if a part uses few of the terms. */
  concentration: number;
  /** Sum of all masses. */
  mass: number;
  atoms: readonly ReadonlyMap<number, number>[];
}

interface Mention {
  term: string;
  start: number;
  end: number;
}

/** A topic uses few of a language's words; measured along with PRIOR_FACTOR of segmentation.ts. */
const WORD_CONCENTRATION = 0.05;
/** Objects recur across scenes. */
const LABEL_CONCENTRATION = 0.5;
/** Weight of an object that is visible throughout a short chapter, in spoken words. */
const SEEN_MASS = 2;
const SEEN_MASS_MIN = 0.3;

/**
 * Topics of the video over time, in three channels with separate statistics: spoken words, on-screen text,
 * and visible objects.
 * @param edges start of each atom, and the end of the last
 */
export function channelsOf(
  findings: Findings,
  sentences: readonly Sentence[],
  stop: ReadonlySet<string>,
  edges: readonly number[],
  minimum: number,
): Channel[] {
  const said = repeated(
    sentences.flatMap(({ text, start, end }) =>
      termsOf(text, stop).map((term) => ({ term, start: (start + end) / 2, end: (start + end) / 2 })),
    ),
  );
  const written = screenTextsOf(findings.of('ocr')).flatMap(({ text, start, end }) =>
    termsOf(text, stop).map((term) => ({ term, start, end })),
  );
  const seen = confidentSegments([...findings.of('visualelements'), ...findings.of('logos')]).map((segment) => ({
    term: labelOf(segment).toLowerCase(),
    start: segment.start_time,
    end: segment.end_time,
  }));
  const massOf = ({ start, end }: Mention) => Math.max(SEEN_MASS_MIN, ((end - start) / minimum) * SEEN_MASS);
  return [
    channel(said, () => 1, edges, WORD_CONCENTRATION),
    channel(written, massOf, edges, WORD_CONCENTRATION),
    channel(seen, massOf, edges, LABEL_CONCENTRATION),
  ].filter(({ mass }) => mass > 0);
}

/** Omits words that occur once: they connect nothing. */
function repeated(mentions: readonly Mention[]): Mention[] {
  const groups = Map.groupBy(mentions, ({ term }) => term);
  return mentions.filter(({ term }) => groups.get(term)!.length > 1);
}

function channel(
  mentions: readonly Mention[],
  massOf: (mention: Mention) => number,
  edges: readonly number[],
  concentration: number,
): Channel {
  const numbers = new Map<string, number>();
  const atoms = Array.from({ length: edges.length - 1 }, () => new Map<number, number>());
  let total = 0;
  for (const mention of mentions) {
    const { term, start, end } = mention;
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    const mass = massOf(mention);
    total += mass;
    for (let i = atomAt(edges, start); i < atoms.length && (i === atomAt(edges, start) || edges[i]! < end); i++) {
      const shared = Math.min(end, edges[i + 1]!) - Math.max(start, edges[i]!);
      const part = end > start ? Math.max(0, shared) / (end - start) : 1;
      if (part > 0) atoms[i]!.set(number, (atoms[i]!.get(number) ?? 0) + mass * part);
    }
  }
  return { vocabulary: numbers.size, concentration, mass: total, atoms };
}

function atomAt(edges: readonly number[], time: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
