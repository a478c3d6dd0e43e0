import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { RecognizedWord } from '../../models/speech/index.ts';
import { GUESSED, SURE } from './invented.ts';
import { joinWords } from './phrases.ts';

/** A phrase that was removed as invented; without confidences of its words, its score is 0. */
export function droppedPhrase(words: readonly RecognizedWord[]): DroppedCandidate {
  const score = words.reduce((sum, { confidence = 0 }) => sum + confidence, 0) / words.length;
  return {
    startTime: words[0]!.start,
    endTime: words.at(-1)!.end,
    content: joinWords(words),
    score,
    minScore: score < GUESSED ? GUESSED : SURE,
  };
}
