import type { AnswerLanguage } from '../../attribution/text-language.ts';
import { formatClock } from '../../base/time.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import { moduleTexts } from '../../core/modules/module-display.ts';
import { moduleOfTerm } from './module-terms.ts';
import type { Question } from './question.ts';

/** Verbs that ask for speech. */
const SAYING =
  /(?<!\p{L})(?:sa(?:y|ys|id|ying)|spoken|speaks?|speaking|talk\p{L}*|mention\p{L}*|discuss\p{L}*|sag(?:t|en|te)|gesagt|spr(?:icht|echen)|gesprochen|rede[tn]|geredet|erwähn\p{L}*|genannt)(?!\p{L})/iu;

/** Whether a question asks for speech. */
export const asksForSpeech = (text: string): boolean => SAYING.test(text);
const HEARING = /(?<!\p{L})heard(?!\p{L})/iu;

const TEXTS = {
  en: {
    notAnalyzed: (types: string) => `Not analyzed in this video: ${types}.`,
    after: (type: string, time: string) => `${type} after ${time}`,
  },
  de: {
    notAnalyzed: (types: string) => `In diesem Video nicht analysiert: ${types}.`,
    after: (type: string, time: string) => `${type} nach ${time}`,
  },
} as const;

/** Modules that a question asks for; empty if it names none. */
export function askedModules(text: string, question: Question): Set<ModuleName> {
  const modules = new Set(question.terms.flatMap((term) => moduleOfTerm(term) ?? []));
  if (asksForSpeech(text) || HEARING.test(text)) modules.add('transcription');
  return modules;
}

/** Whether a module has not looked at all of a video; a first look is marked in its findings. */
function isMissing({ status }: ModuleCoverage): boolean {
  return status !== 'completed' && status !== 'preview';
}

/**
 * Returns what an answer must add since it was not analyzed, so that it does not read as if there were nothing: the
 * types that the question asks for, or all if nothing was found. Empty if there is nothing to add.
 */
export function notAnalyzed(
  coverage: readonly ModuleCoverage[],
  {
    text,
    question,
    isFound,
    language,
  }: { text: string; question: Question; isFound: boolean; language: AnswerLanguage },
): string {
  const questionModules = askedModules(text, question);
  const missing = coverage
    .filter(isMissing)
    .filter(({ module }) => questionModules.has(module) || (!isFound && !MODULE_CATALOG[module].isDerived));
  if (missing.length === 0) return '';
  const texts = TEXTS[language];
  const types = missing.map(({ module, status, end_time }) => {
    const { title } = moduleTexts(module, language);
    return status === 'partial' ? texts.after(title, plainTime(end_time ?? 0)) : title;
  });
  return texts.notAnalyzed(types.join(', '));
}

/** A time that is no citation, hence without a colon. */
const plainTime = (seconds: number): string => formatClock(seconds).replaceAll(':', '\u2236');

/** Sentences about a video for a language model; its modules by name, as headings of the findings have them. */
export function coverageText(coverage: readonly ModuleCoverage[]): string {
  const named = (some: readonly ModuleCoverage[]) => some.map(({ module }) => module).join(', ');
  const partial = coverage.filter(({ status }) => status === 'partial');
  const whole = coverage.filter((one) => !isMissing(one));
  const none = coverage.filter((one) => isMissing(one) && one.status !== 'partial');
  return [
    ...(whole.length > 0 ? [`Analyzed: ${named(whole)}.`] : []),
    ...partial.map(
      ({ module, end_time }) => `Analyzed in part: ${module}, the first ${Math.round(end_time ?? 0)} seconds.`,
    ),
    ...(none.length > 0 ? [`Not analyzed: ${named(none)}.`] : []),
  ].join(' ');
}
