/** Word piece of the vocabulary with its log probability. */
export type VocabularyEntry = readonly [piece: string, score: number];

/** Id of out-of-vocabulary characters. */
const UNKNOWN = 0;
const WORD_START = '\u2581';
/** Ids below this are control symbols. */
const RESERVED = 6;

export interface Tokenized {
  /** Word pieces in order; a run of unknown characters is one {@link UNKNOWN}. Empty when the text is. */
  readonly ids: Int32Array;
  /** Unknown characters; runs are separated by spaces. */
  readonly unknown: string;
  /** Share of unknown characters among non-space characters, 0..1; 1 for empty text. */
  readonly unknownShare: number;
}

export type Tokenize = (text: string) => Tokenized;

/**
 * SentencePiece unigram tokenizer (Kudo 2018, arXiv:1804.10959): finds the most probable segmentation by dynamic
 * programming, in time linear in the length of the text.
 */
export function createTokenizer(vocabulary: readonly VocabularyEntry[]): Tokenize {
  const byPiece = new Map<string, number>();
  let longest = 1;
  for (let id = RESERVED; id < vocabulary.length; id++) {
    const piece = vocabulary[id]![0];
    byPiece.set(piece, id);
    longest = Math.max(longest, piece.length);
  }
  return (text) => {
    const normal = text.normalize('NFKC');
    if (normal.trim().length === 0) return { ids: new Int32Array(), unknown: '', unknownShare: 1 };
    const input = WORD_START + normal.replaceAll(' ', WORD_START);
    const best = new Float64Array(input.length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(input.length + 1);
    const piece = new Int32Array(input.length + 1);
    best[0] = 0;
    for (let start = 0; start < input.length; start++) {
      if (best[start] === Number.NEGATIVE_INFINITY) continue;
      let matched = false;
      const lastEnd = Math.min(input.length, start + longest);
      for (let end = start + 1; end <= lastEnd; end++) {
        const id = byPiece.get(input.slice(start, end));
        if (id === undefined) continue;
        matched = true;
        reach(end, start, id, vocabulary[id]![1]);
      }
      // A character is unknown only if no piece matches; its cost is zero, as in the published tokenizer.
      if (!matched) reach(start + (input.codePointAt(start)! > 0xffff ? 2 : 1), start, UNKNOWN, 0);
    }
    const ids: number[] = [];
    const runs: string[] = [];
    for (let end = input.length; end > 0; end = from[end]!) {
      const inRun = piece[end] === UNKNOWN && ids.at(-1) === UNKNOWN;
      if (!inRun) ids.push(piece[end]!);
      if (piece[end] === UNKNOWN) runs.push(input.slice(from[end], end) + (inRun || runs.length === 0 ? '' : ' '));
    }
    const unknown = runs.reverse().join('');
    const letters = (text: string) => text.replaceAll(/[ \u2581]/g, '').length;
    return { ids: Int32Array.from(ids.reverse()), unknown, unknownShare: letters(unknown) / letters(input) };

    function reach(end: number, start: number, id: number, score: number): void {
      if (best[start]! + score < best[end]!) return;
      best[end] = best[start]! + score;
      from[end] = start;
      piece[end] = id;
    }
  };
}
