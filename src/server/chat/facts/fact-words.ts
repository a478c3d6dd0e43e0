import { meaningfulTerms } from '../../../attribution/meaningful-terms.ts';
import { SAYING_WORDS } from '../../../base/words/saying-words.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { citeFinding } from '../attribution/citations.ts';
import { type Fact, type FactRequest, isFrom, sampleEvenly } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

export const HOW_OFTEN = /\b(?:how (?:many times|often)|number of times|wie (?:oft|häufig))\b/iu;
/** Asks for the times at which something is mentioned, by anybody. */
const WHEN_MENTIONED = [
  /^\W*(?:and )?(?:when|where|at (?:what|which) (?:time|point)s?) (?:is|are|was|were) (.{1,80}) (?:mentioned|discussed|talked about|spoken about|brought up)\W*$/iu,
  /^\W*(?:and )?(?:when|where|at (?:what|which) (?:time|point)s?) (?:do|does|did) (?:he|she|they|it|you|anyone|anybody|someone|somebody|people|the speakers?) (?:mention|discuss|talk about|speak about|bring up) (.{1,80}?)\W*$/iu,
  /^\W*(?:und )?(?:wann|wo) (?:wird|werden|wurde|wurden) (.{1,80}) (?:erwähnt|besprochen|genannt|angesprochen)\W*$/iu,
  /^\W*(?:und )?(?:wann|wo) (?:spricht|sprechen|redet|reden) (?:er|sie|man|jemand) (?:über|von) (.{1,80}?)\W*$/iu,
];
const QUOTED = /["“”„«»]([^"“”„«»]{1,80})["“”„«»]/u;
const WORD = /[\p{L}\p{N}'’-]+/gu;
const SAYING = new Set([...SAYING_WORDS, ...'spoken use uses used heard gesprochen'.split(' ')]);
/** Words between "how often" and the phrase. */
const LEADING = new Set(
  `is are was were does do did the a an word words phrase name he she it they anyone someone somebody people speaker
   speakers wird werden wurde wurden fällt das der die den ein eine einen wort er sie man jemand`.split(/\s+/),
);

/**
 * The word or phrase that a question asks about: in quotation marks, or before or after a verb of saying.
 * @param mentioned words between “when is” and “mentioned”, if the question has this form
 */
function phraseOf(text: string, mentioned: string | undefined): string | undefined {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted) return quoted;
  if (mentioned !== undefined) return withoutLeading(mentioned.match(WORD) ?? []);
  const asked = HOW_OFTEN.exec(text);
  const words = asked ? text.slice(asked.index + asked[0].length).match(WORD) : null;
  if (!words) return undefined;
  const [at, second] = words.flatMap((word, i) => (SAYING.has(word.toLowerCase()) ? [i] : []));
  if (at === undefined) return undefined;
  return withoutLeading(words.slice(0, at)) || withoutLeading(words.slice(at + 1, second));
}

function withoutLeading(words: readonly string[]): string {
  const first = words.findIndex((word) => !LEADING.has(word.toLowerCase()));
  return first < 0 ? '' : words.slice(first).join(' ');
}

/** Counts how often a word or phrase is said, or lists when; inflected forms count. */
export function spokenCount({ text, segments, language }: FactRequest): Fact | null {
  const spoken = segments.filter(isFrom('transcription'));
  const mentioned = WHEN_MENTIONED.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  const isCounted = HOW_OFTEN.test(text);
  if (!(isCounted || mentioned !== undefined) || spoken.length === 0) return null;
  const phrase = phraseOf(text, mentioned);
  const terms = termsOf(phrase ?? '', 'query');
  if (!phrase || terms.length === 0) return null;
  const found = spoken.filter((segment) => occurrences(segment, terms) > 0);
  const count = found.reduce((sum, segment) => sum + occurrences(segment, terms), 0);
  // It may be mentioned in other words.
  if (count === 0 && !isCounted) return null;
  const first = found[0] ? citeFinding(found[0]) : '';
  const evidence = sampleEvenly(found);
  return { sentence: FACT_TEXTS[language].said(phrase, count, first), evidence };
}

function occurrences({ content }: Segment, terms: readonly string[]): number {
  const words = termsOf(content, 'query');
  let count = 0;
  for (let at = 0; at + terms.length <= words.length; at++) {
    if (terms.every((term, i) => words[at + i] === term)) count++;
  }
  return count;
}

const HOW_MANY_WORDS = /\b(?:how many words|number of words|word count|wie ?viele (?:wörter|worte)|wortzahl)\b/iu;

/** Words beside “how many words” in questions about the whole speech. */
const OF_SPEECH = new Set(
  termsOf(
    'spoken speak speaks transcript contain contains total altogether speech gesprochen transkript insgesamt enthält',
  ),
);

/** Counts the spoken words. */
export function wordCount({ text, segments, language }: FactRequest): Fact | null {
  const spoken = segments.filter(isFrom('transcription'));
  const others = meaningfulTerms(text.replace(HOW_MANY_WORDS, ' ')).filter((term) => !OF_SPEECH.has(term));
  if (!HOW_MANY_WORDS.test(text) || others.length > 0 || spoken.length === 0) return null;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const wordsOf = ({ content }: Segment) => [...segmenter.segment(content)].filter(({ isWordLike }) => isWordLike);
  const count = spoken.reduce((sum, segment) => sum + wordsOf(segment).length, 0);
  return { sentence: FACT_TEXTS[language].wordCount(count), evidence: spoken, quoted: [] };
}
