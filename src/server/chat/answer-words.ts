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
    nothingAtAll: 'This video has no findings.',
    nothing: (count) =>
      count === 1
        ? 'The only finding doesn’t match this question.'
        : `None of the ${count} findings match this question.`,
    intro: (count) =>
      count === 1
        ? '1 matching moment, quoted from the analysis:'
        : `${count} matching moments, quoted from the analysis:`,
    module: (name) => moduleTexts(name, 'en').label,
  },
  de: {
    nothingAtAll: 'Zu diesem Video gibt es keine Ergebnisse.',
    nothing: (count) =>
      count === 1
        ? 'Das einzige Ergebnis passt nicht zu dieser Frage.'
        : `Keines der ${count} Ergebnisse passt zu dieser Frage.`,
    intro: (count) =>
      count === 1
        ? 'Eine passende Stelle, zitiert aus der Analyse:'
        : `${count} passende Stellen, zitiert aus der Analyse:`,
    module: (name) => moduleTexts(name, 'de').label,
  },
};
