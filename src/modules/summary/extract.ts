import type { Sentence } from '../shared/findings/sentences.ts';
import { subjectOf } from '../shared/text/announced-subject.ts';
import { hasDanglingPronoun, refersBack } from '../shared/text/refers-back.ts';
import { withoutSmallTalk } from '../shared/text/small-talk.ts';
import { cosine, type Ranked, rank } from './rank.ts';

/** Weight of relevance against redundancy (Carbonell and Goldstein, 1998). */
const WORTH = 0.7;
/** Similarity from which a sentence is redundant. */
const SAME = 0.7;
/** Similarity of two sentences of one part at least: each part of the video is to have its sentence. */
const SAME_PART = 0.6;
/** UTF-16 units that a summary may have. */
const LENGTH_MAX = 900;
const COUNT_MIN = 2;
const COUNT_MAX = 5;
/** The first sentence of a part states its topic. */
const LEAD_BONUS = 0.8;
/** The sentence that announces the subject, at the beginning of a recording, outweighs all others. */
const SUBJECT_BONUS = 3;
/** Sentences within which the subject of a recording is announced. */
const OPENING = 12;
/** Words of an announcement within which a pronoun needs its noun: “Today I want to show you how they got in.” */
const ANNOUNCING_WORDS = 12;
/** Of the weight of a sentence: the rest grows with its centrality, which means little where few words recur. */
const BASE = 0.4;
const NAME_BONUS = 0.12;
const NAMES_MAX = 2;
const NUMBER_BONUS = 0.1;
/** Out of its place, a sentence that begins with "They" is a riddle. */
const REFERRING_FACTOR = 0.45;
/** A name within a sentence; at its start, any word has a capital. */
const NAME = /(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}-]+/gu;

/** How many sentences sum up `seconds` of speech in `parts` parts: 2 for a short clip, 5 for ten minutes or more. */
export function sentenceCount(seconds: number, parts = 1): number {
  const byLength = Math.round(1.5 + Math.log2(1 + seconds / 60));
  return Math.min(COUNT_MAX, Math.max(COUNT_MIN, byLength, parts));
}

/**
 * Selects the sentences that state what the speech is about, in spoken order.
 * @param starts starts of the parts of the speech in seconds, without the first
 */
export function extract(sentences: readonly Sentence[], count: number, starts: readonly number[]): Sentence[] {
  const statements = sentences.flatMap((sentence, i) => {
    const announced = i < OPENING ? subjectOf(sentence.text) : null;
    const isSubject = announced !== null && !hasDanglingPronoun(announced, ANNOUNCING_WORDS);
    const text = isSubject ? announced : withoutSmallTalk(sentence.text);
    return text === null ? [] : [{ ...sentence, text, isSubject }];
  });
  const whole = statements.reduce((total, { text }) => total + text.length, 0);
  if (statements.length <= count && whole <= LENGTH_MAX)
    return statements.length > 0 ? statements : sentences.slice(0, count);
  const partOf = ({ start }: Sentence) => starts.filter((time) => time <= start + 0.5).length;
  const parts = statements.map(partOf);
  const open = weighted(statements, parts);
  if (open.length === 0) return statements.slice(0, count);
  const chosen: Ranked[] = [];
  let length = 0;
  while (chosen.length < count && open.length > 0) {
    const at = nextOf(open, chosen, parts);
    if (at === null) break;
    const [next] = open.splice(at, 1);
    const size = statements[next!.index]!.text.length;
    if (chosen.length > 0 && length + size > LENGTH_MAX) continue;
    chosen.push(next!);
    length += size;
  }
  return chosen.sort((a, b) => a.index - b.index).map(({ index }) => statements[index]!);
}

/** Centrality within the part (1 for its most central sentence), weighted by form, place, names, and numbers. */
function weighted(sentences: readonly (Sentence & { isSubject: boolean })[], parts: readonly number[]): Ranked[] {
  const ranked = rank(sentences.map(({ text }) => text));
  const most = new Map<number, number>();
  for (const { index, score } of ranked) most.set(parts[index]!, Math.max(most.get(parts[index]!) ?? 0, score));
  return ranked.map((each) => {
    const { text, isSubject } = sentences[each.index]!;
    const isLead = parts[each.index] !== parts[each.index - 1];
    const names = Math.min(NAMES_MAX, text.match(NAME)?.length ?? 0);
    const bonus = 1 + (isLead ? LEAD_BONUS : 0) + names * NAME_BONUS + (/\p{N}/u.test(text) ? NUMBER_BONUS : 0);
    const central = BASE + (1 - BASE) * (each.score / most.get(parts[each.index]!)!);
    // Nothing stands before the first sentence that it could go on with.
    const isRiddle = !isSubject && ((each.index > 0 && refersBack(text)) || hasDanglingPronoun(text));
    const score = central * each.form * (bonus + (isSubject ? SUBJECT_BONUS : 0)) * (isRiddle ? REFERRING_FACTOR : 1);
    return { ...each, score };
  });
}

/** Maximal marginal relevance: score minus similarity to the selection. Null if all the rest is redundant. */
function nextOf(open: readonly Ranked[], chosen: readonly Ranked[], parts: readonly number[]): number | null {
  const best = Math.max(...open.map(({ score }) => score));
  let at: number | null = null;
  let top = Number.NEGATIVE_INFINITY;
  for (const [i, { index, vector, score }] of open.entries()) {
    const overlap = chosen.reduce((most, other) => Math.max(most, cosine(vector, other.vector)), 0);
    if (overlap > SAME) continue;
    const isSamePart = chosen.some((other) => parts[other.index] === parts[index]);
    const value = WORTH * (score / best) - (1 - WORTH) * (isSamePart ? Math.max(overlap, SAME_PART) : overlap);
    if (value > top) [at, top] = [i, value];
  }
  return at;
}
