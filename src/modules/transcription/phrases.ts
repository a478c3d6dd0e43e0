import { roundSeconds } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { RecognizedWord } from '../../models/speech/index.ts';
import { ABBREVIATION } from '../shared/findings/sentences.ts';

/** A pause that ends a phrase (seconds). */
const PAUSE = 0.9;
/** Seconds after which a comma ends a phrase, and after which any word does, so that phrases stay short. */
const LONG = 5;
const LONGEST = 9;
const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*$/u;
/** German days and centuries: "am 3. Mai", "im 19. Jahrhundert". */
const ORDINAL = /^\d{1,2}\.$/;
const COUNTED = /^(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert)/;
const COMMA = /[,;:、，；،]["'”’»)\]]*$/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/**
 * Groups words into segments of one phrase or sentence each. Times never decrease between segments or words.
 * Pure. @param after earliest start in seconds @param facts data of each segment besides its words
 * @param keep whether a phrase becomes a segment
 */
export function phrasesOf(
  words: readonly RecognizedWord[],
  after: number,
  facts: Record<string, unknown>,
  keep: (phrase: readonly RecognizedWord[]) => boolean = () => true,
): SegmentDraft[] {
  const segments: SegmentDraft[] = [];
  let phrase: RecognizedWord[] = [];
  let time = after;
  const end = (): void => {
    if (phrase.length > 0 && keep(phrase)) segments.push(segmentOf(phrase, facts));
    phrase = [];
  };
  for (const [i, heard] of words.entries()) {
    const start = Math.max(time, heard.start);
    const word = { ...heard, start, end: Math.max(start, heard.end) };
    if (phrase.length > 0 && start - phrase.at(-1)!.end >= PAUSE) end();
    phrase.push(word);
    time = word.end;
    if (endsSentence(word.text, words[i + 1]?.text ?? '')) end();
    else {
      const length = word.end - phrase[0]!.start;
      if (length >= LONGEST || (length >= LONG && COMMA.test(word.text))) end();
    }
  }
  end();
  return segments;
}

function endsSentence(word: string, next: string): boolean {
  return SENTENCE_END.test(word) && !ABBREVIATION.test(word) && !(ORDINAL.test(word) && COUNTED.test(next));
}

/** Text of words; scripts without spaces are written without. */
export function joinWords(words: readonly RecognizedWord[]): string {
  return words.reduce(
    (text, word) => (text === '' || UNSPACED.test(text) ? text + word.text : `${text} ${word.text}`),
    '',
  );
}

function segmentOf(phrase: readonly RecognizedWord[], facts: Record<string, unknown>): SegmentDraft {
  const words = phrase.map(({ text, start, end, confidence }) => ({
    text,
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    ...(confidence !== undefined && { confidence: Math.round(confidence * 100) / 100 }),
  }));
  return {
    content: joinWords(phrase),
    start_time: words[0]!.start_time,
    end_time: words.at(-1)!.end_time,
    data: { ...facts, words },
  };
}
