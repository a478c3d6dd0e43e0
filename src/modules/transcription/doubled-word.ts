import type { RecognizedWord } from '../../models/speech/index.ts';
import type { Chunk } from './chunks.ts';

/** Words that hardly ever stand twice in a row, unlike “no”, “that”, “der”, “come in in May”, and numbers. */
const SINGLE = new Set(
  (
    'a an the and or of at to from by with for as be been its our their my your ' +
    'ein eine einen einem einer eines und oder von vom mit für im zum zur ' +
    'le les un une des et du el los las una y il lo gli di os as um uma'
  ).split(' '),
);
/** Distance from the border within which a word may have been cut, in seconds. */
const REACH = 0.4;

/** The last word of a chunk, and the sample at which the chunk ends. */
export interface LastWord {
  word: RecognizedWord;
  border: number;
}

/**
 * Leaves out the first word of a chunk that repeats the last one before it (“of the | the harbor”): a chunk that begins
 * where another one ends may divide a word, of which both then have a part. Pure.
 * @param words at their times in the recording
 */
export function withoutDoubledWord(
  words: readonly RecognizedWord[],
  last: LastWord | null,
  { parts }: Pick<Chunk, 'parts'>,
): readonly RecognizedWord[] {
  const [first, ...others] = words;
  if (!first || last?.border !== parts[0]?.from) return words;
  const border = last!.border / 16_000;
  const isNear = first.start - border < REACH && border - last!.word.end < REACH;
  // A mark behind the first of them is a pause or the end of a sentence.
  const plain = first.text.toLowerCase();
  const isSame = SINGLE.has(plain) && plain === last!.word.text.toLowerCase();
  return isNear && isSame ? others : words;
}
