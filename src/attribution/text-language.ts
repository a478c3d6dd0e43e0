export type AnswerLanguage = 'en' | 'de';

const LANGUAGE_WORDS: Readonly<Record<AnswerLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'a about and any are at can did do does for from how i in is it many me of on said seen tell that the there this to was were what when where which who why with you'.split(
      ' ',
    ),
  ),
  de: new Set(
    'als am auch auf aus bei dabei das dem den der des die dies diesem dieser dort ein eine einen einer er es für gesagt geht gibt hat ich ihr im in ist kann kommt kommen macht man mit nach nicht oder passiert sagt seine sie sieht sind steht um und video von vor wann war warum was welche welchen welcher welches wenn wer werden wie wird wo worum wurde zeige zu zum zur über'.split(
      ' ',
    ),
  ),
};

/** Detects the language of a question by its function words; English on a tie. */
export function languageOf(question: string): AnswerLanguage {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: AnswerLanguage) => words.filter((word) => LANGUAGE_WORDS[language].has(word)).length;
  const umlautBonus = words.some((word) => /[äöüß]/.test(word)) ? 0.5 : 0;
  return count('de') + umlautBonus > count('en') ? 'de' : 'en';
}
