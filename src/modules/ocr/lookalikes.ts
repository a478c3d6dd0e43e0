import type { Reading } from '../../models/ocr/index.ts';

type Kind = 'digit' | 'upper' | 'lower';

/**
 * Odds of a character of one kind right before or after one of another kind in the same word, relative to equal kinds.
 */
const ODDS: Record<Kind, Record<Kind, number>> = {
  digit: { digit: 1, upper: 0.1, lower: 0.05 },
  upper: { digit: 0.1, upper: 1, lower: 1 },
  lower: { digit: 0.05, upper: 0.02, lower: 1 },
};
/** A lookalike with two neighbors must fit both; at the edge of a word, one neighbor weighs less. */
const EDGE_WEIGHT = 0.5;
/** Probability below which a lookalike is not an alternative, whatever its neighbors are. */
const MIN_PROBABILITY = 0.001;
/** Signs of numbers. The hyphen is not among them: it also starts options such as `-O2`. */
const NUMBER_SIGN = /^[+±−\p{Sc}]$/u;

/**
 * Replaces letters by digits that look alike, and digits by letters, where the neighbors in the word make it more
 * likely: `Ro0m` is `Room`, and `1O5` is `105`.
 */
export function withLikelyLookalikes(reading: Reading): Reading {
  const { lookalikes } = reading;
  if (!lookalikes?.some(Boolean)) return reading;
  const characters = [...reading.text];
  const probabilities = [...reading.characters];
  for (const [i, alternatives] of lookalikes.entries()) {
    if (!alternatives) continue;
    const before = kindBefore(characters, i);
    const after = kindOf(characters[i + 1]);
    let best = { text: characters[i]!, probability: probabilities[i]!, score: 0 };
    best.score = best.probability * plausibility(best.text, before, after);
    for (const [text, probability] of Object.entries(alternatives)) {
      const score = probability * plausibility(text, before, after);
      if (probability >= MIN_PROBABILITY && score > best.score) best = { text, probability, score };
    }
    if (best.text === characters[i]) continue;
    // The neighbors make up for the probability that the recognizer gave to the other one.
    probabilities[i] = best.score / (best.score + probabilities[i]! * plausibility(characters[i]!, before, after));
    characters[i] = best.text;
  }
  const inked = probabilities.filter((_, i) => characters[i] !== ' ');
  const confidence = inked.reduce((sum, p) => sum + p, 0) / Math.max(1, inked.length);
  return { ...reading, text: characters.join(''), confidence, characters: probabilities };
}

function plausibility(text: string, before: Kind | null, after: Kind | null): number {
  const kind = kindOf(text)!;
  const left = before ? ODDS[before][kind] : 1;
  const right = after ? ODDS[kind][after] : 1;
  if (before && after) return left * right;
  return (left * right) ** EDGE_WEIGHT;
}

/** Kind of the character before position `i`; a sign that starts a word announces a number, such as in `+12`. */
function kindBefore(characters: readonly string[], i: number): Kind | null {
  const startsWord = i === 1 || characters[i - 2] === ' ';
  return startsWord && NUMBER_SIGN.test(characters[i - 1] ?? '') ? 'digit' : kindOf(characters[i - 1]);
}

function kindOf(character: string | undefined): Kind | null {
  if (!character) return null;
  if (/\p{Nd}/u.test(character)) return 'digit';
  if (/\p{Lu}/u.test(character)) return 'upper';
  return /\p{Ll}/u.test(character) ? 'lower' : null;
}
