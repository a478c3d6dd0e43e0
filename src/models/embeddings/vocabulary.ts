const WORD_START = '\u2581';
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Pieces of words with their ids and log probabilities. */
export interface Vocabulary {
  readonly size: number;
  /** Log probabilities by id. */
  readonly scores: Float32Array;
  /** Calls `found` for each piece that `text` has at `start`, the shortest first. */
  matches(text: string, start: number, found: (end: number, id: number) => void): void;
}

/**
 * Reads `vocabulary.bin` (layout: build/weights/use_multilingual.py). Its pieces are sorted, so that those that begin
 * alike are neighbors: a search narrows their range with each character. This takes 4 MB; a map of all beginnings of
 * 128,000 pieces takes ten times as much.
 * @throws RangeError for a file of another layout
 */
export function readVocabulary(file: Buffer): Vocabulary {
  const size = file.readUInt32LE(0);
  const idsAt = BYTES;
  const scoresAt = idsAt + BYTES * size;
  const ids = new Int32Array(size);
  const scores = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    ids[i] = file.readInt32LE(idsAt + BYTES * i);
    scores[i] = file.readFloatLE(scoresAt + BYTES * i);
  }
  const pieces = file.toString('utf8', scoresAt + BYTES * size);
  /** Where each piece starts; the last element is where one behind the last would. */
  const starts = new Int32Array(size + 1);
  let count = 0;
  for (let at = 0; at >= 0 && count < size; at = pieces.indexOf('\n', at) + 1 || -1) starts[count++] = at;
  if (count < size) throw new RangeError(`The vocabulary has ${count} of ${size} pieces.`);
  starts[size] = pieces.length + 1;

  /** Code unit of a piece at a depth; -1 behind its end, which sorts before all others. */
  const unitAt = (piece: number, depth: number): number => {
    const at = starts[piece]! + depth;
    return at < starts[piece + 1]! - 1 ? pieces.charCodeAt(at) : -1;
  };
  /** First piece in a range whose code unit at the depth is at least `unit`. */
  const firstFrom = (from: number, to: number, depth: number, unit: number): number => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (unitAt(middle, depth) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Ranges of pieces by their first code unit, two elements each. */
  const first = new Int32Array(2 * 0x1_00_00);
  for (let piece = 0; piece < size; piece++) {
    const unit = unitAt(piece, 0);
    if (first[2 * unit + 1] === 0) first[2 * unit] = piece;
    first[2 * unit + 1] = piece + 1;
  }

  return {
    size,
    scores,
    matches(text, start, found) {
      let from = first[2 * text.charCodeAt(start)]!;
      let to = first[2 * text.charCodeAt(start) + 1]!;
      for (let depth = 1; from < to; depth++) {
        // The piece that ends here is the first of those that begin so.
        if (unitAt(from, depth) < 0) found(start + depth, ids[from]!);
        if (start + depth >= text.length) return;
        const unit = text.charCodeAt(start + depth);
        from = firstFrom(from, to, depth, unit);
        to = firstFrom(from, to, depth, unit + 1);
      }
    },
  };
}

/** Kept by the encoder's normalization, unlike by NFKC, which makes it a tilde. */
const ALL_BUT_WAVE = /[^\uff5e]+/g;
/** Characters that the encoder's normalization makes a space (rule `nmt_nfkc` of SentencePiece). */
const SPACES = /[\s\u1680\u200b\u200e\u200f\u2581\ufeff\ufffd]+/g;

/**
 * Normalizes text as SentencePiece's `nmt_nfkc` does: NFKC, one space between words, and one before the first, written
 * as `▁`. Characters that came to Unicode since 2019 are normalized as well.
 */
export function normalizeForPieces(text: string): string {
  const plain = text
    .replaceAll(SPACES, ' ')
    .replaceAll(ALL_BUT_WAVE, (part) => part.normalize('NFKC'))
    .replaceAll(/ +/g, ' ')
    .trim();
  return plain === '' ? '' : WORD_START + plain.replaceAll(' ', WORD_START);
}
