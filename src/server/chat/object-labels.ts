import type { AnswerLanguage } from '../../attribution/text-language.ts';
import { LABEL_GROUPS, LABEL_WORDS } from '../../core/labels/label-words.ts';
import { termsOf } from '../../db/text-index/terms.ts';

const LABELS_BY_TERM = new Map<string, readonly string[]>([
  ...Object.entries(LABEL_WORDS).flatMap(([label, names]) => {
    // A one-word label matches itself; the single words of `traffic light` do not.
    const own = label.includes(' ') ? [] : [label];
    return [...own, ...names.split(' ')].flatMap((name) => termsOf(name).map((term) => [term, [label]] as const));
  }),
  ...['frisbee', 'snowboard', 'donut', 'toaster'].map((label) => [termsOf(label)[0]!, [label]] as const),
  ...LABEL_GROUPS.flatMap(([words, labels]) => termsOf(words).map((term) => [term, labels] as const)),
]);
/** Labels of two words, which match only as a pair. */
const TWO_WORD_LABELS = Object.keys(LABEL_WORDS).filter((label) => label.includes(' '));

export interface LabelMatches {
  /** Labels that the text names directly or by group, in text order. */
  labels: readonly string[];
  /** Terms of the text that matched a label. */
  terms: ReadonlySet<string>;
}

/** Synonyms to ignore per question language, such as the pronoun `man` in German and a financial `bank` in English. */
const FALSE_FRIENDS: Readonly<Record<AnswerLanguage, ReadonlySet<string>>> = {
  en: new Set(termsOf('bank rad bahn leute')),
  de: new Set(termsOf('man tie orange')),
};

/** Finds the detector labels that a text refers to. */
export function findLabels(text: string, language: AnswerLanguage): LabelMatches {
  const terms = termsOf(text, 'query').filter((term) => !FALSE_FRIENDS[language].has(term));
  const matched = new Set<string>();
  const labels: string[] = [];
  for (const [i, term] of terms.entries()) {
    const pair = TWO_WORD_LABELS.find((label) => termsOf(label).join(' ') === terms.slice(i, i + 2).join(' '));
    if (pair) {
      labels.push(pair);
      for (const word of terms.slice(i, i + 2)) matched.add(word);
    } else if (!matched.has(term) && LABELS_BY_TERM.has(term)) {
      labels.push(...LABELS_BY_TERM.get(term)!);
      matched.add(term);
    }
  }
  return { labels: [...new Set(labels)], terms: matched };
}
