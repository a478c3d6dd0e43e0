import { normalizeForPieces, type Vocabulary } from './vocabulary.ts';

/** Ids of out-of-vocabulary characters, and of the marks around a text. */
const UNKNOWN = 0;
const TEXT_START = 1;
const TEXT_END = 2;
/** Subtracted from the lowest score of a piece for an unknown character (`kUnkPenalty` of SentencePiece). */
const UNKNOWN_PENALTY = 10;

export interface Tokenized {
  /** Pieces in order, between marks of start and end; a run of unknown characters is one piece. */
  readonly ids: Int32Array;
  /** Unknown characters; runs are separated by spaces. */
  readonly unknown: string;
  /** Share of unknown characters among non-space characters, 0..1; 1 for empty text. */
  readonly unknownShare: number;
  /** Log probability of the pieces together. */
  readonly logProbability: number;
}

export type Tokenize = (text: string) => Tokenized;

/**
 * SentencePiece unigram tokenizer (Kudo 2018, arXiv:1804.10959): finds the most probable segmentation by dynamic
 * programming, in time linear in the length of the text.
 */
export function createTokenizer({ scores, matches }: Vocabulary): Tokenize {
  const unknownScore = scores.reduce((lowest, score) => Math.min(lowest, score), 0) - UNKNOWN_PENALTY;

  return (text) => {
    const input = normalizeForPieces(text);
    const { length } = input;
    const best = new Float32Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(length + 1);
    const piece = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0, size = 1; start < length; start += size) {
      size = input.codePointAt(start)! > 0xffff ? 2 : 1;
      let isKnown = false;
      const reach = (end: number, id: number, score: number): void => {
        const sum = Math.fround(best[start]! + score);
        if (sum <= best[end]!) return;
        best[end] = sum;
        from[end] = start;
        piece[end] = id;
      };
      matches(input, start, (end, id) => {
        if (end === start + size) isKnown = true;
        reach(end, id, scores[id]!);
      });
      if (!isKnown) reach(start + size, UNKNOWN, unknownScore);
    }

    const ids: number[] = [TEXT_END];
    const runs: string[] = [];
    for (let end = length; end > 0; end = from[end]!) {
      const isUnknown = piece[end] === UNKNOWN;
      const isInRun = isUnknown && ids.at(-1) === UNKNOWN;
      if (!isInRun) ids.push(piece[end]!);
      if (isUnknown) runs.push(input.slice(from[end], end) + (isInRun || runs.length === 0 ? '' : ' '));
    }
    if (length === 0) ids.push(UNKNOWN);
    ids.push(TEXT_START);
    const unknown = runs.reverse().join('');
    const letters = (part: string) => part.replaceAll(/[ \u2581]/g, '').length;
    const unknownShare = length === 0 ? 1 : letters(unknown) / letters(input);
    return { ids: Int32Array.from(ids.reverse()), unknown, unknownShare, logProbability: best[length]! };
  };
}
