import { foldLetters } from '../../base/text-fold.ts';
import type { Reading } from '../../models/ocr/index.ts';
import { isExtension, sameClock } from './similarity.ts';

interface Candidate {
  text: string;
  weight: number;
  count: number;
  sum: number;
  best: number;
  /** Probability of its least certain character, at best. */
  weakest: number;
}

/** A longer text than the winner must be this sure (mean and least certain character) to be the whole of it. */
const WHOLE_CONFIDENCE = 0.85;
const WHOLE_WEAKEST = 0.7;

/** Collects the readings of one line and selects the most likely one. */
export class Votes {
  readonly #candidates = new Map<string, Candidate>();
  #first: Candidate | undefined;
  #last: Candidate | undefined;
  #reads = 0;

  /** Number of readings of different stills, without repeats. */
  get reads(): number {
    return this.#reads;
  }

  /** Adds a reading of a new still. */
  add({ text, confidence, characters }: Reading): void {
    const candidate = this.#candidates.get(text) ?? { text, weight: 0, count: 0, sum: 0, best: 0, weakest: 0 };
    const letters = characters.filter((_, i) => [...text][i] !== ' ');
    candidate.weakest = Math.max(candidate.weakest, Math.min(1, ...letters));
    this.#candidates.set(text, candidate);
    this.#first ??= candidate;
    this.#last = candidate;
    this.#reads++;
    count(candidate, confidence);
  }

  /** Counts the last reading again, because it is still visible: a settled state outweighs a fade. */
  repeat(): void {
    const candidate = this.#last;
    if (candidate) count(candidate, candidate.sum / candidate.count);
  }

  get last(): string {
    return this.#last?.text ?? '';
  }

  /**
   * The winner with its mean confidence: greatest sum of squared confidences, or the whole of which it is a part. A
   * running clock is reported as `first – last`.
   */
  winner(): { text: string; confidence: number } {
    const ranked = [...this.#candidates.values()].sort((a, b) => b.weight - a.weight || b.text.length - a.text.length);
    let winner = ranked[0];
    if (!winner) return { text: '', confidence: 0 };
    const [first, last] = [this.#first!, this.#last!];
    if (sameClock(first.text, last.text)) return { text: `${first.text} – ${last.text}`, confidence: mean(ranked) };
    for (const other of ranked) if (isWhole(other, winner)) winner = other;
    return { text: winner.text, confidence: mean([winner]) };
  }
}

function mean(candidates: readonly Candidate[]): number {
  const total = candidates.reduce((sum, candidate) => sum + candidate.sum, 0);
  return total / candidates.reduce((sum, candidate) => sum + candidate.count, 0);
}

/** Whether a reading continues the winner or adds words around it that the detector mostly cut off. */
function isWhole(other: Candidate, winner: Candidate): boolean {
  if (other.best < WHOLE_CONFIDENCE || other.weakest < WHOLE_WEAKEST) return false;
  if (foldLetters(other.text).length >= foldLetters(winner.text).length + 2 && isExtension(winner.text, other.text))
    return true;
  return other.text.length > winner.text.length && ` ${other.text} `.includes(` ${winner.text} `);
}

function count(candidate: Candidate, confidence: number): void {
  candidate.weight += confidence ** 2;
  candidate.sum += confidence;
  candidate.count++;
  candidate.best = Math.max(candidate.best, confidence);
}
