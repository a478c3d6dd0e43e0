import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { PARTICLES, withFullNames, withoutRoles } from './full-names.ts';
import type { NounTerms } from './noun-terms.ts';
import type { Phrase } from './text.ts';
import type { Candidate } from './yake.ts';

/** More keywords than this set nothing apart. */
const MAX_KEYWORDS = 20;
/** A short text has few: about one keyword for this many different candidate words. */
const WORDS_PER_KEYWORD = 4;
/** Number of others beside which a common word that came up once is left out. */
const ENOUGH = 5;
/** Mentions no further apart than this (seconds) are one place in the video. */
const CLUSTER_SECONDS = 15;
/** Maximum places per keyword; the earliest are reported. */
const MAX_PLACES = 12;

/** Share of a word's mentions from which a phrase replaces the word (after C-value, Frantzi et al. 2000). */
const NESTED_SHARE = 0.6;

/** From this many mentions on, a word is a theme of its own. */
const FREQUENT = 3;

/**
 * The best candidates, each idea once: best first.
 * @param nouns limits them to terms of noun phrases
 * @param capitalsAreNames unlike in German, whose nouns all have capitals
 */
export function selectKeywords(all: readonly Candidate[], nouns?: NounTerms, capitalsAreNames = false): Candidate[] {
  const terms = all.filter(({ key }) => !nouns || nouns.includes(key));
  const candidates = capitalsAreNames ? withFullNames(withoutRoles(terms)) : terms;
  const single = all.filter(({ words }) => words.length === 1).length;
  const wanted = Math.min(MAX_KEYWORDS, Math.max(1, Math.ceil(single / WORDS_PER_KEYWORD)));
  const often = candidates.filter(({ words, mentions }) => words.length === 1 && mentions.length >= FREQUENT);
  const frequent = new Set(often.map(({ key }) => key));
  const ranked = wholePhrases(
    candidates.filter((candidate) => standsAlone(candidate, frequent, nouns)),
    nouns,
  ).sort((a, b) => a.score - b.score || b.mentions.length - a.mentions.length);
  const chosen: Candidate[] = [];
  for (const candidate of [...ranked.filter((one) => !isPassing(one)), ...ranked.filter(isPassing)]) {
    if (chosen.length >= (isPassing(candidate) ? Math.min(wanted, ENOUGH) : wanted)) break;
    if (!chosen.some((other) => sameIdea(candidate, other))) chosen.push(candidate);
  }
  return chosen;
}

/** Whether it is a common word that came up once. */
function isPassing({ words, mentions: [first, ...others] }: Candidate): boolean {
  return words.length === 1 && others.length === 0 && !first![0]!.cased;
}

/**
 * Whether words say something without what follows. Words in a row that came up once are an accident, unless they are a
 * name or a noun phrase, and not one of a word used all the time.
 */
function standsAlone(
  { key, words, mentions }: Candidate,
  frequent: ReadonlySet<string>,
  nouns: NounTerms | undefined,
): boolean {
  // “Friend’s” needs what is the friend’s.
  if (/['’]s$/u.test(key)) return false;
  if (words.length === 1 || mentions.length > 1) return true;
  if (words.some((word) => frequent.has(word))) return false;
  if (nouns?.isPhrase(key)) return true;
  const [first, ...rest] = mentions[0]!;
  const isName = rest.every((token) => token.cased || PARTICLES.has(token.key));
  return /^\p{Lu}/u.test(first!.text) && isName && rest.at(-1)!.cased;
}

/**
 * Leaves out words that hardly come up outside of one phrase, which must be a noun phrase or come up twice; the phrase
 * takes over the better score.
 */
function wholePhrases(candidates: readonly Candidate[], nouns: NounTerms | undefined): Candidate[] {
  const best = new Map(candidates.map((candidate) => [candidate, candidate.score]));
  const longestLast = [...candidates].sort((a, b) => a.words.length - b.words.length);
  for (const part of longestLast) {
    const whole = longestLast.find(
      ({ key, words, mentions }) =>
        words.length > part.words.length &&
        ` ${key} `.includes(` ${part.key} `) &&
        mentions.length >= Math.max(nouns?.isPhrase(key) ? 1 : 2, part.mentions.length * NESTED_SHARE),
    );
    if (!whole) continue;
    best.set(whole, Math.min(best.get(whole)!, best.get(part)!));
    best.delete(part);
  }
  return [...best].map(([candidate, score]) => ({ ...candidate, score }));
}

/** Whether one repeats the other: a part that is not much more frequent, or a different ending. */
function sameIdea(a: Candidate, b: Candidate): boolean {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const stems = long.words.map(stem);
  if (!short.words.map(stem).every((word) => stems.includes(word))) return false;
  const apart = short.words.length < long.words.length && long.mentions.length > 1;
  return !(apart && short.mentions.length >= 2 * long.mentions.length);
}

/** The beginning of a word that its inflected forms share. */
function stem(word: string): string {
  return word.length <= 4 ? word.replace(/'?s$/, '') : word.replace(/(?:'s|ies|es|en|er|s|e|n|y)$/u, '');
}

/**
 * One segment for each place in the video at which a keyword comes up, in time order.
 * @param cuts seconds that no group of mentions reaches across
 */
export function keywordSegments(keywords: readonly Candidate[], cuts: readonly number[]): SegmentDraft[] {
  return keywords
    .flatMap((keyword, index) => {
      const label = labelOf(keyword);
      const places = clusters(keyword.mentions, cuts).slice(0, MAX_PLACES);
      return places.map(
        (place): SegmentDraft => ({
          content: label,
          start_time: Math.min(...place.map(startOf)),
          end_time: Math.max(...place.map(endOf)),
          data: {
            label,
            rank: index + 1,
            score: Number(keyword.score.toPrecision(4)),
            mentions: keyword.mentions.length,
            occurrences: [...new Set(place.map(startOf))],
          },
        }),
      );
    })
    .sort((a, b) => a.start_time - b.start_time || Number(a.data?.rank) - Number(b.data?.rank));
}

/** A keyword as it is written. A full name is also mentioned by a part of it. */
export const labelOf = ({ mentions, words }: Candidate): string =>
  spelling(mentions.filter(({ length }) => length === words.length));

/** The most frequent way in which it is written; capitals all over give way to any other. */
function spelling(mentions: readonly Phrase[]): string {
  const counts = new Map<string, number>();
  for (const mention of mentions) {
    const written = joined(mention.map((token) => token.text));
    counts.set(written, (counts.get(written) ?? 0) + (written === written.toUpperCase() ? 0.5 : 1));
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Scripts that write without spaces get none, nor do words behind an elided article. */
function joined(words: readonly string[]): string {
  return words
    .join(' ')
    .replace(/(?<=\p{L}['’]) (?=\p{L})/gu, '')
    .replace(
      /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
      '',
    );
}

function clusters(mentions: readonly Phrase[], cuts: readonly number[]): Phrase[][] {
  const groups: Phrase[][] = [];
  let [last, end] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const mention of [...mentions].sort((a, b) => startOf(a) - startOf(b))) {
    const start = startOf(mention);
    const isCut = cuts.some((cut) => cut > last && cut <= start);
    if (isCut || start - end > CLUSTER_SECONDS) groups.push([]);
    last = start;
    groups.at(-1)!.push(mention);
    end = Math.max(end, endOf(mention));
  }
  return groups;
}

function startOf(mention: Phrase): number {
  return mention[0]!.start;
}

function endOf(mention: Phrase): number {
  return mention.at(-1)!.end;
}
