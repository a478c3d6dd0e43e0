import type { Embed } from '../shared/language-model/sentence-encoder.ts';
import { normalized, similarity } from '../shared/text/meaning.ts';
import { type NounPhrase, nounPhrases } from '../shared/text/noun-phrases.ts';
import type { Phrase } from '../shared/text/phrases.ts';
import { withoutSmallTalk } from '../shared/text/small-talk.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { ANNOUNCING_SENTENCES, announcedTopic } from './announced-topic.ts';
import { headlineOf } from './headline.ts';

/** Sentences of a part, and its keyphrases, best first. */
export interface TitlePart {
  texts: readonly string[];
  phrases: readonly Phrase[];
}

/** Noun phrases per part that are compared; the first sentences state the topic. */
const MAX_CANDIDATES = 40;
const KEYWORD_WEIGHT = 0.25;
const POSITION_WEIGHT = 0.2;
/** Of the similarity to the nearest other part. */
const OTHERS_WEIGHT = 0.35;
const SINGLE_WORD_MALUS = 0.12;
/** Per content word up to the fourth: the title with more content is the better one. */
const WORD_BONUS = 0.05;

interface Candidate extends NounPhrase {
  /** 0 in the first sentence, towards 1 in the last. */
  place: number;
  sentence: string;
}

/**
 * Titles each part with the noun phrase that is nearest in meaning to the part and far from the others, that holds its
 * keyphrases, and stands early. Null for a part without noun phrases.
 * @param language ISO 639-1
 * @param embed null without a sentence encoder
 */
export async function topicTitles(
  parts: readonly TitlePart[],
  language: string,
  stop: ReadonlySet<string>,
  embed: Embed | null,
): Promise<(string | null)[]> {
  const candidates = await Promise.all(parts.map(({ texts }) => candidatesOf(texts, language, stop)));
  const flat = candidates.flat();
  if (flat.length === 0) return parts.map(() => null);
  const vectors = embed ? await embed(flat.map(({ text }) => text)) : null;
  const centers = embed ? await Promise.all(parts.map(({ texts }) => centerOf(texts, embed))) : null;
  let next = 0;
  const chosen = parts.map(({ phrases }, part) => {
    const weights = new Map<string, number>();
    const most = phrases[0]?.score ?? 1;
    for (const { keys, score } of phrases) {
      for (const key of keys) weights.set(key, Math.max(weights.get(key) ?? 0, score / most));
    }
    let best: (Candidate & { score: number }) | null = null;
    for (const candidate of candidates[part]!) {
      const { keys, place } = candidate;
      const vector = vectors?.[next++];
      const keywords = [...new Set(keys)].reduce((sum, key) => sum + (weights.get(key) ?? 0), 0) / 2;
      const score =
        (vector && centers ? nearness(vector, centers, part) : 0) +
        KEYWORD_WEIGHT * Math.min(1, keywords) +
        POSITION_WEIGHT * (1 - place) +
        WORD_BONUS * Math.min(4, keys.length) -
        (keys.length === 1 && language === 'en' ? SINGLE_WORD_MALUS : 0);
      if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { ...candidate, score };
    }
    return best;
  });
  return Promise.all(
    chosen.map(
      async (best, part) =>
        best &&
        ((await announcedIn(parts[part]!.texts, parts, language, stop)) ??
          (await statementOf(best, language)) ??
          best.text),
    ),
  );
}

/** The topic that the first sentences of a part announce, if any. */
async function announcedIn(
  texts: readonly string[],
  parts: readonly TitlePart[],
  language: string,
  stop: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const text of texts.slice(0, ANNOUNCING_SENTENCES)) {
    const topic = await announcedTopic(text, language, stop);
    if (topic !== undefined) return language === 'de' ? withoutDativeEnding(topic, parts) : topic;
  }
  return undefined;
}

/** German announces a plural in the dative, “zu den Zünften”; a title is “Zünfte”, if the talk has that word. */
function withoutDativeEnding(topic: string, parts: readonly TitlePart[]): string {
  const plural = /^\p{Lu}\p{Ll}+(?=n$)/u.exec(topic)?.[0];
  const isSpoken = ({ texts }: TitlePart) =>
    texts.some((text) => wordTokens(text).some((token) => token.text === plural));
  return plural !== undefined && parts.some(isSpoken) ? plural : topic;
}

/**
 * Returns the first sentence as a headline where the noun phrase is its mere subject: “Police in Greenville” is no
 * topic, “Police in Greenville have arrested a man” is one. Null if the phrase stands for itself.
 */
async function statementOf({ text, place, isJoined, sentence }: Candidate, language: string): Promise<string | null> {
  if (place > 0) return null;
  const headline = await headlineOf(sentence, language);
  if (!headline?.includes(text)) return null;
  return isJoined && !headline.startsWith(text) ? null : headline;
}

async function candidatesOf(
  texts: readonly string[],
  language: string,
  stop: ReadonlySet<string>,
): Promise<Candidate[]> {
  const phrases = await firstPhrases(
    texts.flatMap((text) => withoutSmallTalk(text) ?? []),
    language,
    stop,
  );
  return phrases.length > 0 ? phrases : firstPhrases(texts, language, stop);
}

async function firstPhrases(
  list: readonly string[],
  language: string,
  stop: ReadonlySet<string>,
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const [i, sentence] of list.entries()) {
    if (found.size >= MAX_CANDIDATES) break;
    for (const phrase of await nounPhrases(sentence, language, stop))
      if (!found.has(phrase.text)) found.set(phrase.text, { ...phrase, place: i / list.length, sentence });
  }
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

async function centerOf(texts: readonly string[], embed: Embed): Promise<Float32Array | null> {
  const vectors = await embed(texts);
  return vectors.length === 0 ? null : normalized(vectors);
}

function nearness(vector: Float32Array, centers: readonly (Float32Array | null)[], part: number): number {
  const to = centers.map((center) => (center ? similarity(vector, center) : 0));
  const others = to.filter((_, i) => i !== part);
  return to[part]! - OTHERS_WEIGHT * Math.max(0, ...others);
}
