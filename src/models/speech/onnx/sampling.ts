import type { AllowedTokens } from './timestamps.ts';
import type { ControlTokens } from './vocabulary.ts';

export interface Choice {
  token: number;
  /** Natural logarithm of its probability among the allowed tokens. */
  logProbability: number;
}

/** Random numbers in [0, 1) that are the same in each run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chooses tokens by their scores: the best one at temperature 0, by chance above. */
export class TokenSampler {
  readonly #control: ControlTokens;
  readonly #suppressed: Uint8Array;

  /** @param suppressed text tokens that are never written, such as `♪` */
  constructor(control: ControlTokens, suppressed: readonly number[]) {
    this.#control = control;
    this.#suppressed = new Uint8Array(control.endOfText + 1);
    for (const token of suppressed) if (token < control.endOfText) this.#suppressed[token] = 1;
  }

  choose(logits: Float32Array, allowed: AllowedTokens, temperature: number, random: () => number): Choice {
    const time = best(logits, allowed.timestampFrom, allowed.timestampTo, null);
    const textTo = allowed.text ? this.#control.endOfText : 0;
    const text = best(logits, 0, textTo, this.#suppressed);
    const end = this.#control.endOfText;
    const endScore = allowed.end ? logits[end]! : Number.NEGATIVE_INFINITY;
    const top = Math.max(time.score, text.score, endScore);
    const timeMass = sumOfExponentials(logits, allowed.timestampFrom, allowed.timestampTo, null, top);
    const written = Math.max(text.score, endScore);
    // All timestamps together are more probable than any text: then one of them it is.
    const timeOnly = timeMass > 0 && Math.log(timeMass) + top > written;
    const textMass = timeOnly ? 0 : sumOfExponentials(logits, 0, textTo, this.#suppressed, top);
    const endMass = timeOnly ? 0 : Math.exp(endScore - top);
    const total = timeMass + textMass + endMass;
    const token =
      temperature > 0
        ? this.#draw(logits, allowed, { timeOnly, textTo, top, temperature }, random)
        : timeOnly || (time.score >= text.score && time.score >= endScore)
          ? time.token
          : text.score >= endScore
            ? text.token
            : end;
    return { token, logProbability: logits[token]! - top - Math.log(total) };
  }

  #draw(
    logits: Float32Array,
    allowed: AllowedTokens,
    { timeOnly, textTo, top, temperature }: { timeOnly: boolean; textTo: number; top: number; temperature: number },
    random: () => number,
  ): number {
    const candidates: number[] = [];
    if (!timeOnly) {
      for (let token = 0; token < textTo; token++) if (!this.#suppressed[token]) candidates.push(token);
      if (allowed.end) candidates.push(this.#control.endOfText);
    }
    for (let token = allowed.timestampFrom; token < allowed.timestampTo; token++) candidates.push(token);
    const weights = candidates.map((token) => Math.exp((logits[token]! - top) / temperature));
    let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [i, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return candidates[i]!;
    }
    return candidates.at(-1)!;
  }
}

function best(logits: Float32Array, from: number, to: number, skipped: Uint8Array | null) {
  let token = -1;
  let score = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    if (logits[i]! > score && !skipped?.[i]) {
      score = logits[i]!;
      token = i;
    }
  }
  return { token, score };
}

/** Below this distance to the best score a token adds nothing that a float shows. */
const NEGLIGIBLE = -20;

function sumOfExponentials(
  logits: Float32Array,
  from: number,
  to: number,
  skipped: Uint8Array | null,
  top: number,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const distance = logits[i]! - top;
    if (distance > NEGLIGIBLE && !skipped?.[i]) sum += Math.exp(distance);
  }
  return sum;
}

/** Probability of each of `tokens` among all. Pure. */
export function probabilitiesOf(logits: Float32Array, tokens: readonly number[]): number[] {
  const { score } = best(logits, 0, logits.length, null);
  const total = sumOfExponentials(logits, 0, logits.length, null, score);
  return tokens.map((token) => Math.exp(logits[token]! - score) / total);
}
