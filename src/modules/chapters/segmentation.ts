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
}

/** A boundary that nothing but its form speaks for must be worth this much (nats): a pause at a cut is not enough. */
const PRIOR_MIN = 5;

/**
 * Finds the most probable division into parts: each part has its own distribution of terms (Laplace-smoothed), and
 * each boundary costs what it takes to name it (Utiyama and Isahara, "A statistical model for domain-independent text
 * segmentation", ACL 2001), less its bonus. Exact, by dynamic programming over all pairs of edges.
 * @returns indices of the edges at which parts start, without the first
 */
export function divide({ edges, bonuses, channels, fixed, minimum }: SegmentationInput): number[] {
  const last = edges.length - 1;
  const prior = Math.max(PRIOR_MIN, Math.log(1 + channels.reduce((sum, { mass }) => sum + mass, 0)) * 1.2);
  const best = new Float64Array(last + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(last + 1).fill(-1);
  best[0] = 0;
  const meters = channels.map((channel) => new CostMeter(channel));
  for (let i = 0; i < last; i++) {
    if (best[i] === Number.POSITIVE_INFINITY) continue;
    for (const meter of meters) meter.reset();
    for (let j = i + 1; j <= last; j++) {
      let cost = best[i]! + (j < last ? prior - bonuses[j]! : 0);
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

/** Nats that the terms of a growing part take: Σ f·log((n + V) / (f + 1)). */
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
    for (const [term, mass] of this.#channel.atoms[atom]!) {
      const before = this.#counts[term]!;
      if (before === 0) this.#touched.push(term);
      const after = before + mass;
      this.#counts[term] = after;
      this.#mass += mass;
      this.#saved += after * Math.log(after + 1) - before * Math.log(before + 1);
    }
    return this.#mass * Math.log(this.#mass + this.#channel.vocabulary) - this.#saved;
  }
}
