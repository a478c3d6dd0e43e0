import { foldWord } from '../../base/text-fold.ts';
import type { NounTerms } from './noun-terms.ts';
import lexicon from './romance-words.json' with { type: 'json' };
import { isElided, type Phrase, type Sentence, type TimedToken } from './text.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(foldWord));
const LISTS = new Map(
  Object.entries(lexicon).map(([language, words]) => {
    const lists = {
      determiners: setOf(words.determiners),
      joints: setOf(words.joints),
      prepositions: setOf(words.prepositions),
      numbers: setOf(words.numbers),
      vague: setOf(words.vague),
      adjectives: setOf(words.adjectives),
    };
    return [language, lists] as const;
  }),
);
type Lists = NonNullable<ReturnType<typeof LISTS.get>>;
/** Words of a title on a slide, which may begin with a noun: “Resultados del año”. */
const TITLE_WORDS = 3;
/** After a preposition, a verb: “forma de trabajar”. */
const INFINITIVE = /^.{2,}(?:[aei]r|[aei]re|[aei]rsi|[aei]rse)$/u;
/** Adjective behind a noun, which would be cut off: “inteligencia artificial”, “agence spatiale”. */
const ADJECTIVE =
  /(?:al(?:es)?|ai[sx]|aux|al[ei]|[ií]c[oa]s?|iques?|ic[hi]e?|iv[oaei]s?|ifs?|[áa]ri[oa]s?|aires?|[eé]re[oa]s?|[íi]tim[oa]s?|iel(?:le)?s?|ier[oai]|ennes?|éens?)$/u;

/**
 * Nouns, and phrases of two of them (“línea de tranvía”, “prix des logements”), of a text in Spanish, French,
 * Portuguese, or Italian; undefined for other languages. A noun is a word that stands behind an article, a preposition,
 * or a number somewhere, or begins a title.
 */
export function romanceTerms(
  sentences: readonly Sentence[],
  language: string,
  stopWords: ReadonlySet<string>,
): NounTerms | undefined {
  const lists = LISTS.get(language);
  if (!lists) return undefined;
  const isNoun = (word: TimedToken | undefined): word is TimedToken =>
    word !== undefined &&
    !stopWords.has(word.key) &&
    !(['numbers', 'vague', 'adjectives'] as const).some((list) => lists[list].has(word.key));
  const nouns = new Set<string>();
  const phrases = new Set<string>();
  for (const phrase of sentences.flat()) {
    for (const [i, word] of phrase.entries()) {
      if (!isNoun(word) || !isBehindMarker(phrase, i, lists)) continue;
      nouns.add(word.key);
      const end = pairEnd(phrase, i, lists, stopWords);
      if (end !== undefined && isNoun(phrase[end])) phrases.add(keyOf(phrase.slice(i, end + 1)));
    }
  }
  return { includes: (key) => key.includes(' ') || nouns.has(key), isPhrase: (key) => phrases.has(key) };
}

function isBehindMarker(phrase: Phrase, i: number, { determiners, joints, prepositions, numbers }: Lists): boolean {
  const { key, cased } = phrase[i]!;
  if (cased) return true;
  const before = phrase[i - 1]?.key ?? '';
  if (i === 0 && phrase.length <= TITLE_WORDS) return !INFINITIVE.test(key);
  if (INFINITIVE.test(key)) return determiners.has(before) && before !== 'a';
  return [determiners, joints, prepositions, numbers].some((list) => list.has(before));
}

/**
 * Index of a word that a preposition joins to a noun. None if the noun is a name, if the other one may be a verb or
 * belongs to a noun before it, or if a name or an adjective goes on behind it.
 */
function pairEnd(phrase: Phrase, i: number, { joints }: Lists, stopWords: ReadonlySet<string>): number | undefined {
  const joint = phrase[i + 1];
  const end = joint && !isElided(joint) && phrase[i + 2] && isElided(phrase[i + 2]!) ? i + 3 : i + 2;
  const [second, next] = [phrase[end], phrase[end + 1]];
  if (!joint || !second || !joints.has(joint.key) || phrase[i]!.cased) return undefined;
  // The fair is in Madrid: “feria del libro de Madrid”.
  if (second.cased && joints.has(phrase[i - 1]?.key ?? '')) return undefined;
  if (next && (next.cased || (!stopWords.has(next.key) && ADJECTIVE.test(next.key)))) return undefined;
  const isArticled = end === i + 3 || !['de', 'di', "d'"].includes(joint.key);
  return isArticled || !INFINITIVE.test(second.key) ? end : undefined;
}

const keyOf = (words: Phrase): string => words.map(({ key }) => key).join(' ');
