import type { Channel } from './evidence.ts';

export interface SegmentationInput {
  /** Start of each atom, and the end of the last, in seconds. */
  edges: readonly number[];
  /** For each edge, how well the form of the video allows a boundary there, in nats. */
  bonuses: readonly number[];
  channels: readonly Channel[];
  /** Edges (by index) at which a part must start. */
  fixed: ReadonlySet<number>;
  /** Seconds that a part has at least, unless fixed edges are closer. */
  minimum: number;
  /** Seconds of speech between each edge and the next. */
  talk: readonly number[];
  /** Sum of the sentence embeddings of each atom, null for an atom without sentences; null without an encoder. */
  meanings: readonly (Float32Array | null)[] | null;
}

/** Cost in nats of a boundary in a video with little evidence: a pause at a cut is not enough. */
const PRIOR_MIN = 5;
/**
 * Cost of a boundary per nat of the logarithm of all evidence. With this and the concentration of words (evidence.ts),
 * 48 newscasts joined from 6 of 300 news articles of 120 to 260 words have Pk 0.10 and 91 % of the true number of
 * boundaries; 1 of 7 single articles is divided. A concentration of 1 and a factor of 2 had Pk 0.24 and 53 %.
 */
const PRIOR_FACTOR = 3;
/**
 * Concentration of the embeddings of a part around its direction, and the cost of a part with speech in that unit;
 * chosen on half of the texts of `npm run bench -- overview`, measured on the other half.
 */
const MEANING_WEIGHT = 40;
const MEANING_PRIOR = 0.45;
/** Maximum seconds of talk in a part: readers use chapters to skip, even in a talk on a single topic. */
const MAX_TALK_SECONDS = 300;
/** Nats per {@link MAX_TALK_SECONDS} in excess: more than any evidence, unless nothing allows a boundary. */
const EXCESS_COST = 1e6;

/**
 * Finds the most probable division into parts: the terms of each part come from a distribution of its own, drawn from a
 * symmetric Dirichlet prior (Eisenstein and Barzilay, "Bayesian unsupervised topic segmentation", EMNLP 2008), and each
 * boundary costs what it takes to name it (Utiyama and Isahara, ACL 2001), less its bonus. Exact, by dynamic
 * programming over all pairs of edges.
 * @returns indices of the edges at which parts start, without the first
 */
export function divide({ edges, bonuses, channels, fixed, minimum, talk, meanings }: SegmentationInput): number[] {
  const last = edges.length - 1;
  const evidence = channels.reduce((sum, { mass }) => sum + mass, 0);
  const prior = Math.max(PRIOR_MIN, PRIOR_FACTOR * Math.log(1 + evidence));
  const best = new Float64Array(last + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(last + 1).fill(-1);
  best[0] = 0;
  const meters = [
    ...channels.map((channel) => new CostMeter(channel)),
    ...(meanings ? [new MeaningMeter(meanings)] : []),
  ];
  for (let i = 0; i < last; i++) {
    if (best[i] === Number.POSITIVE_INFINITY) continue;
    for (const meter of meters) meter.reset();
    let talked = 0;
    for (let j = i + 1; j <= last; j++) {
      talked += talk[j - 1]!;
      let cost = best[i]! + (j < last ? prior - bonuses[j]! : 0) + EXCESS_COST * Math.floor(talked / MAX_TALK_SECONDS);
      for (const meter of meters) cost += meter.add(j - 1);
      const must = fixed.has(j) || j === last;
      const enclosed = must && (fixed.has(i) || i === 0);
      if ((enclosed || edges[j]! - edges[i]! >= minimum) && cost < best[j]!) {
        best[j] = cost;
        from[j] = i;
      }
      if (must) break;
    }
  }
  const starts: number[] = [];
  for (let j = from[last]!; j > 0; j = from[j]!) starts.push(j);
  return starts.reverse();
}

/** Nats that the terms of a growing part take: -log of Γ(Vα) / Γ(n + Vα) · Π Γ(f + α) / Γ(α), with concentration α. */
class CostMeter {
  readonly #channel: Channel;
  readonly #counts: Float64Array;
  readonly #touched: number[] = [];
  #mass = 0;
  #saved = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    this.#counts = new Float64Array(channel.vocabulary);
  }

  reset(): void {
    for (const term of this.#touched) this.#counts[term] = 0;
    this.#touched.length = 0;
    this.#mass = 0;
    this.#saved = 0;
  }

  /** Takes one more atom. Returns the cost of the part so far. */
  add(atom: number): number {
    const { vocabulary, concentration, atoms } = this.#channel;
    for (const [term, mass] of atoms[atom]!) {
      const before = this.#counts[term]!;
      if (before === 0) this.#touched.push(term);
      const after = before + mass;
      this.#counts[term] = after;
      this.#mass += mass;
      this.#saved += logGamma(after + concentration) - logGamma(before + concentration);
    }
    const prior = vocabulary * concentration;
    return logGamma(this.#mass + prior) - logGamma(prior) - this.#saved;
  }
}

/**
 * Nats that the meanings of a growing part take: sentences of one part are drawn around one direction with a fixed
 * concentration (von Mises-Fisher), so that a part costs less the more its embeddings point the same way.
 */
class MeaningMeter {
  readonly #meanings: readonly (Float32Array | null)[];
  readonly #sum: Float64Array;

  constructor(meanings: readonly (Float32Array | null)[]) {
    this.#meanings = meanings;
    this.#sum = new Float64Array(meanings.find((each) => each !== null)?.length ?? 0);
  }

  reset(): void {
    this.#sum.fill(0);
  }

  /** Takes one more atom. Returns the cost of the part so far. */
  add(atom: number): number {
    const meaning = this.#meanings[atom];
    let squares = 0;
    for (let i = 0; i < this.#sum.length; i++) {
      const value = this.#sum[i]! + (meaning?.[i] ?? 0);
      this.#sum[i] = value;
      squares += value * value;
    }
    return squares === 0 ? 0 : MEANING_WEIGHT * (MEANING_PRIOR - Math.sqrt(squares));
  }
}

/** Logarithm of Γ(x) for x > 0, by Stirling's series from 7 on (error below 1e-9). */
export function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 7; z++) shift += Math.log(z);
  const inverse = 1 / (z * z);
  const series = (1 / 12 - (1 / 360 - inverse * (1 / 1260 - inverse / 1680)) * inverse) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
