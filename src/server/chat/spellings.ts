import type { AnswerLanguage } from '../../attribution/text-language.ts';
import type { SearchOptions } from '../search/search-options.ts';
import type { SearchService } from '../search/search-service.ts';

const OFFERS: Readonly<Record<AnswerLanguage, (words: string) => string>> = {
  en: (words) => `Did you mean ${words}?`,
  de: (words) => `Meinten Sie ${words}?`,
};
const QUOTES = { en: ['“', '”', ' or '], de: ['„', '“', ' oder '] } as const;

/**
 * Sentence that offers near spellings of the words of a question that nothing was found for; empty if there are none.
 * @param withPeople whether names of people and speakers are offered
 */
export function offerSpellings(
  search: Pick<SearchService, 'unknownWords'>,
  userId: number,
  options: Pick<SearchOptions, 'query' | 'jobIds' | 'modules'>,
  { withPeople, language }: { withPeople: boolean; language: AnswerLanguage },
): string {
  const scope = { ...options, limit: 1, ...(!withPeople && { projects: [] }) };
  const unknown = search.unknownWords(userId, scope, []);
  // German nouns and names have capitals; near a verb such as “waren” lie only unrelated words.
  const nouns = language === 'de' ? unknown.filter(({ word, start }) => start > 0 && /^\p{Lu}/u.test(word)) : unknown;
  // The name of a speaker, whom nobody mentions, may stand in the question as it is.
  const isAsked = (word: string) => options.query.toLowerCase().includes(word.toLowerCase());
  const words = nouns.flatMap(({ spellings }) => spellings.map(nameOf)).filter((word) => !isAsked(word));
  const [open, close, or] = QUOTES[language];
  return words.length === 0 ? '' : OFFERS[language]([...new Set(words)].map((word) => open + word + close).join(or));
}

/**
 * Sentence that states which names of an English question no finding contains, although others answer it; empty without
 * any. German nouns are written like names.
 */
export function unmentionedNames(
  search: Pick<SearchService, 'unknownWords'>,
  userId: number,
  options: Pick<SearchOptions, 'query' | 'jobIds' | 'modules'>,
  language: AnswerLanguage,
): string {
  if (language !== 'en') return '';
  const [open, close] = QUOTES.en;
  const words = search
    .unknownWords(userId, { ...options, limit: 1 }, [], true)
    // A named speaker or person need not be mentioned.
    .filter(({ spellings }) => !spellings.some((spelling) => nameOf(spelling) !== spelling))
    .map(({ word }) => open + word + close);
  return words.length === 0 ? '' : `${words.join(', ')} ${words.length === 1 ? 'isn’t' : 'aren’t'} mentioned.`;
}

/** The name in a condition such as `speaker:"Anna Berg"`. */
function nameOf(spelling: string): string {
  return spelling.replace(/^(?:speaker|person):"?(.*?)"?$/, '$1');
}
