import { meaningfulTerms } from '../../attribution/meaningful-terms.ts';
import { type AnswerLanguage, languageOf } from '../../attribution/text-language.ts';
import { termsOf } from '../../db/text-index/terms.ts';

interface Pronouns {
  personal: ReadonlySet<string>;
  possessive: ReadonlySet<string>;
  /** Pronouns only without a noun after them. */
  demonstrative: ReadonlySet<string>;
  /** Adverbs that refer to a place or a thing. */
  adverb: ReadonlySet<string>;
  /** Words after a demonstrative pronoun. */
  afterPronoun: ReadonlySet<string>;
  /** Words that begin a clause within a question. */
  clause: ReadonlySet<string>;
  articles: ReadonlySet<string>;
}

/** Set of the words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.match(/\p{L}+/gu));

/** Function words by which pronouns and nouns are distinguished. */
export const PRONOUNS: Readonly<Record<AnswerLanguage, Pronouns>> = {
  en: {
    personal: words('it he she they him them'),
    possessive: words('his her hers its their theirs'),
    demonstrative: words('this that these those'),
    adverb: words('there'),
    afterPronoun: words(
      `is was are were has have had do does did can could will would happen happens happened mean means meant say says said shown
       seen mentioned again also all about of on in at by for from to with or and too then exactly used made done`,
    ),
    clause: words(
      'and or but while when where why who whom which what how because if before after until since that than whether',
    ),
    articles: words('the a an any some every each no another which what whose many my our your this that these those'),
  },
  de: {
    personal: words('er sie es ihn ihm ihnen'),
    possessive: words('ihr ihre ihren ihrem ihrer ihres sein seine seinen seinem seiner seines dessen deren'),
    demonstrative: words('das dies dieses diese dieser der die den dem'),
    adverb: words('dort dorthin dabei davon dazu darüber dafür dagegen daraus darauf daran dadurch dahinter daneben'),
    afterPronoun: words(
      `ist sind war waren heißt bedeutet passiert geschieht gesagt gezeigt erwähnt alles genau und oder denn eigentlich auch noch`,
    ),
    clause: words(
      'und oder aber während wenn wann wo warum wer wem wen welche welcher welches was wie weil ob bevor nachdem bis seit dass als denn sobald',
    ),
    articles: words(
      `der die das den dem des ein eine einen einem einer eines jede jeder jedes alle welche welcher welches kein keine viele diese
       dieser dieses diesem diesen`,
    ),
  },
};

/** Pronouns that stand for a person within the question. */
const SOMEBODY = words('anybody anyone somebody someone everybody everyone nobody people jemand niemand jeder');

/** Auxiliaries before the subject and the verb of an English question: “did the bridge cost”. */
const AUXILIARIES = words('do does did will would can could should may might has have had');

/** Word of a question. */
export interface Word {
  /** In lower case. */
  text: string;
  spelled: string;
  clause: number;
  isContent: boolean;
}

/** Whether a word may be an antecedent: a noun by its article, capital, or plural, or somebody. */
export function isNounAt(list: readonly Word[], at: number, language: AnswerLanguage): boolean {
  const { text, spelled, isContent } = list[at]!;
  if (SOMEBODY.has(text)) return true;
  if (!isContent) return false;
  if (at > 0 && /^\p{Lu}/u.test(spelled)) return true;
  const { articles } = PRONOUNS[language];
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    if (articles.has(list[i]!.text)) return true;
    if (!list[i]!.isContent) break;
  }
  return (
    language === 'en' && /[^s]s$/.test(text) && !/^(?:who|what|which|that|he|she|it)$/.test(list[at - 1]?.text ?? '')
  );
}

/** Reads the words of a question. Pure. */
export function wordsOf(text: string, language: AnswerLanguage): Word[] {
  const content = new Set(meaningfulTerms(text));
  const list: Word[] = [];
  let clause = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{N}'’-]*/gu)) {
    const lower = word.toLowerCase();
    const isBoundary = /[,;:.!?…]/.test(text.slice(end, index));
    end = index + word.length;
    if (list.length > 0 && (isBoundary || PRONOUNS[language].clause.has(lower))) clause++;
    list.push({ text: lower, spelled: word, clause, isContent: termsOf(lower).some((term) => content.has(term)) });
  }
  return list;
}

/** Nouns of a question without its verb, to which a pronoun of the next question may refer; empty for none. Pure. */
export function nounsIn(text: string): string {
  const language = languageOf(text);
  const list = wordsOf(text, language);
  const isNoun = (at: number) =>
    isNounAt(list, at, language) &&
    (language === 'de' ? /^\p{Lu}/u.test(list[at]!.spelled) : !isVerbAfterSubject(list, at));
  return list
    .filter((_, at) => isNoun(at))
    .map(({ spelled }) => spelled)
    .join(' ');
}

/** Whether an English word ends a run of an auxiliary, an article, and at least two content words. */
function isVerbAfterSubject(list: readonly Word[], at: number): boolean {
  if (list[at + 1]?.isContent) return false;
  let first = at;
  while (list[first - 1]?.isContent) first--;
  const [auxiliary, article] = [list[first - 2]?.text, list[first - 1]?.text];
  return first < at && AUXILIARIES.has(auxiliary ?? '') && PRONOUNS.en.articles.has(article ?? '');
}
