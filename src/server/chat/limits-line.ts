import type { AnswerLanguage } from '../../attribution/text-language.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { localizedText } from './finding-text.ts';
import { askedModules } from './not-analyzed.ts';
import type { Question } from './question.ts';

/** Limits in one line; an answer is no list. */
const MAX_LIMITS = 6;

/**
 * States in one line what may have hidden an answer that was not found, in the modules that the question asks for, or
 * in all that have analyzed the video; empty without limits.
 * @param limitsIn returns the limits of modules
 */
export function limitsLine(
  limitsIn: (modules: readonly ModuleName[]) => readonly LocalizedText[],
  coverage: readonly ModuleCoverage[],
  { text, question, language }: { text: string; question: Question; language: AnswerLanguage },
): string {
  const questionModules = askedModules(text, question);
  // Those that did not analyze it are stated already.
  const modules = coverage
    .filter(({ status }) => status === 'completed' || status === 'partial')
    .map(({ module }) => module)
    .filter((module) => (questionModules.size > 0 ? questionModules.has(module) : !MODULE_CATALOG[module].isDerived));
  const stated = limitsIn(modules).map((limit) => localizedText(limit, language));
  const limits = namedTogether(stated).slice(0, MAX_LIMITS);
  if (limits.length === 0) return '';
  const line = sentence('coverage.limits', { limits: limits.join('; ') });
  return localizedText(line, language).replace(/(\d):(?=\d)/g, '$1\u2236');
}

/** Joins limits that differ by type alone: “Objects, Text: blurred at 0:13–0:16”. */
function namedTogether(limits: readonly string[]): string[] {
  const parts = limits.map((limit) => limit.split(/: (.*)/s));
  const byState = [...Map.groupBy(parts, ([, state]) => state)];
  return byState.map(([state, own]) => `${own.map(([type]) => type).join(', ')}: ${state}`);
}
