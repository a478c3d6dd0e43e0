import { moduleTexts } from '../../contract/module-display.ts';
import type { ModuleName } from '../../contract/modules.ts';

export type AnswerLanguage = 'en' | 'de';

const SIGNS: Readonly<Record<AnswerLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'a about and any are at can did do does for from how i in is it many me of on said seen tell that the there this to was were what when where which who why with you'.split(
      ' ',
    ),
  ),
  de: new Set(
    'als am auch auf aus bei das dem den der des die dies diesem dieser ein eine einen einer er es für gesagt geht gibt hat ich ihr im in ist kann kommt kommen man mit nach nicht oder sieht sind steht um und video von vor wann war warum was welche welchen welcher welches wenn wer werden wie wird wo worum wurde zeige zu zum zur über'.split(
      ' ',
    ),
  ),
};

/** The language of a question, as far as the fixed sentences know it; English when neither has more to it. */
export function languageOf(question: string): AnswerLanguage {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: AnswerLanguage) => words.filter((word) => SIGNS[language].has(word)).length;
  const hasUmlaut = words.some((word) => /[äöüß]/.test(word)) ? 0.5 : 0;
  return count('de') + hasUmlaut > count('en') ? 'de' : 'en';
}

interface AnswerWords {
  nothingAtAll: string;
  nothing(findings: number): string;
  intro(passages: number): string;
  module(name: ModuleName): string;
}

/** The sentences that stand around quoted findings. */
export const ANSWER_WORDS: Readonly<Record<AnswerLanguage, AnswerWords>> = {
  en: {
    nothingAtAll: 'There is nothing about this in the video: the analysis found nothing to quote from.',
    nothing: (count) =>
      `There is nothing about this in the video, as far as ${count === 1 ? 'the one finding' : `all ${count} findings`} of the analysis can tell. (This was looked up; no language model wrote it.)`,
    intro: (count) =>
      `${count === 1 ? 'This passage fits best' : `These ${count} passages fit best`}, quoted from the analysis (no language model wrote this):`,
    module: (name) => moduleTexts(name, 'en').label,
  },
  de: {
    nothingAtAll: 'Dazu ist nichts in diesem Video: Die Analyse hat nichts gefunden, das sich zitieren ließe.',
    nothing: (count) =>
      `Dazu ist nichts in diesem Video, soweit ${count === 1 ? 'der eine Befund' : `alle ${count} Befunde`} der Analyse es sagen können. (Das wurde nachgeschlagen; kein Sprachmodell hat es geschrieben.)`,
    intro: (count) =>
      `${count === 1 ? 'Diese Stelle passt am besten' : `Diese ${count} Stellen passen am besten`}, zitiert aus der Analyse (ohne Sprachmodell):`,
    module: (name) => moduleTexts(name, 'de').label,
  },
};
