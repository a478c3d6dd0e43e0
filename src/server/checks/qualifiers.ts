import { trimBothOf } from '../../base/trim.ts';

/** Words around a quotation that change what it states. */
export interface Qualification {
  /** Words that the quotation omits, such as `I don't think that`. */
  words: string;
  isBefore: boolean;
}

const word = (words: string): string => String.raw`(?<![\p{L}’'])(?:${words})(?![\p{L}’'])`;
const NEGATION_WORDS = String.raw`not|never|no|nobody|none|nothing|neither|nor|cannot|\p{L}+n['’]t|nicht|kein\p{L}{0,2}|nie|niemals|niemand\p{L}{0,2}|nichts|weder`;
const CONDITION_WORDS =
  'if|unless|provided|assuming|as long as|in case|wenn|falls|sofern|solange|vorausgesetzt|es sei denn|angenommen';
const HEDGE_WORDS =
  'maybe|perhaps|possibly|allegedly|supposedly|hardly|barely|scarcely|almost|nearly|vielleicht|angeblich|möglicherweise|kaum|beinahe|fast';
const DENIAL_WORDS = String.raw`false|untrue|wrong|lie|lies|lying|myth|rumou?rs?|doubt\p{L}*|den(?:y|ies|ied)|whether|falsch|gelogen|lüge\p{L}*|gerücht\p{L}*|bezweifl\p{L}*|bestreit\p{L}*|bestritt\p{L}*|ob`;

const NEGATION = new RegExp(word(NEGATION_WORDS), 'giu');
const CONDITION = new RegExp(word(CONDITION_WORDS), 'giu');
const HEDGE = new RegExp(word(HEDGE_WORDS), 'giu');
const DENIAL = new RegExp(word(DENIAL_WORDS), 'giu');
/** Negations that affirm. */
const AFFIRMING =
  /(?<!\p{L})(?:no doubt|without (?:a )?doubt|not only|not just|no question|never forget|(?:can|could)(?:not|['’]t) \p{L}+ enough|kein(?:en)? zweifel|nicht nur|zweifellos)(?!\p{L})/giu;
/** Words that end the effect of a negation or condition before them. */
const TURN = /[;]|(?<!\p{L})(?:but|however|aber|jedoch|sondern|instead)(?!\p{L})/giu;
const SUBORDINATING = /^\s*(?:dass|that|ob|whether|zu|to)(?!\p{L})/iu;
const CONDITION_BEHIND = new RegExp(
  String.raw`^[\s,–—-]*(?:(?:and|but|aber|und)\s+)?(?:(?:only|nur|even)\s+)?(?:(?:${CONDITION_WORDS}|except|außer|but not|aber nicht|only when|nur dann)(?!\p{L}))`,
  'iu',
);
const DENIED_NEXT =
  /^\s*(?:(?:but|aber|well|no|nein)[,\s]{1,3})?(?:(?:that|this|it|das|dies)(?:['’]s|\s{1,3}is|\s{1,3}was|\s{1,3}ist|\s{1,3}war|\s{1,3}stimmt|\s{1,3}isn['’]t)\s{0,3}(?:(?:simply|just|of course|einfach|natürlich)\s{1,3})?(?:not true|not|false|wrong|nonsense|untrue|true|a (?:lie|joke|myth)|nicht|falsch|gelogen|unsinn|eine lüge|ein witz)|just kidding|i(?:['’]m| am) (?:just )?(?:kidding|joking))(?!\p{L})/iu;
const AFFIRMED_NEXT = /(?:that|this|it|das|dies)(?:['’]s|\s+is|\s+was)\s+true/iu;
const OTHERS =
  'some|many|critics|opponents|people|rumou?rs?|others|somebody|someone|manche|viele|einige|kritiker|gegner|leute|man';
/** Speech of others, which a speaker repeats. */
const BY_OTHERS = new RegExp(
  String.raw`(?<!\p{L})(?:${OTHERS})(?:\s+\p{L}+){0,3}\s+(?:say|says|said|claim|claims|claimed|think|believe|argue|allege|sagen|sagt|behaupten|behauptet|meinen|glauben)(?:\s+that)?[\s,]*$`,
  'iu',
);
const OTHERS_STATED = new RegExp(word(OTHERS), 'iu');
/** A clause behind a passage that takes it back. */
const DENIED_BEHIND =
  /^[\s,–—-]*(?:but|aber)\s+(?:\p{L}+\s+)?(?:never did|(?:did|does|do|is|was|are|were|has|have)(?:\s+not|n['’]t)(?:\s+true)?|nicht|stimmt nicht|das stimmt nicht)\s*[.,!]/iu;
const ASKING = /(?<!\p{L})(?:ask|asks|asked|asking|wonder\p{L}*|question\p{L}*|whether|frag\p{L}*|ob)(?!\p{L})/iu;
/** Words before a passage that can govern it; more are speech without periods. */
const MAX_BEFORE_WORDS = 40;
/** Words behind a quotation in which a negation belongs to it, as in German. */
const NEAR_WORDS = 3;
/** Words that belong together in speech that is written without periods. */
const UNPUNCTUATED_WORDS = 10;

/** Kinds of qualifying words in a text. */
function kindsIn(text: string): { isNegated: boolean; isConditional: boolean; isHedged: boolean } {
  const plain = text.replace(AFFIRMING, ' ');
  return {
    isNegated: plain.search(NEGATION) >= 0 || plain.search(DENIAL) >= 0,
    isConditional: plain.search(CONDITION) >= 0,
    isHedged: plain.search(HEDGE) >= 0,
  };
}

/**
 * Finds a negation, condition, or doubt that stands around a passage in its sentence and governs it, and that the
 * quoting text omits; or a denial right behind it. Reads English and German. Pure.
 * @param source speech in which the passage is
 * @param around text that quotes it, which may state the qualification itself
 */
export function qualificationOf(
  source: string,
  { start, end }: { start: number; end: number },
  around: string,
): Qualification | undefined {
  const stated = kindsIn(around);
  const { before, after, next } = sentenceAround(source, start, end);
  const governing = governingBefore(before, source.slice(start, end));
  if (governing && !isStated(governing, stated)) return { words: trimmedWords(governing), isBefore: true };
  if (BY_OTHERS.test(before) && !OTHERS_STATED.test(around)) return { words: trimmedWords(before), isBefore: true };
  if (
    /\?\s*$/.test(source.slice(start, end) + after) &&
    before.trim() !== '' &&
    !ASKING.test(around) &&
    !around.includes('?')
  )
    return { words: trimmedWords(before), isBefore: true };
  const behind = behindOf(after);
  if (behind && !isStated(behind, stated)) return { words: trimmedWords(behind), isBefore: false };
  const denied = DENIED_NEXT.exec(next);
  if (denied && !AFFIRMED_NEXT.test(denied[0]) && !stated.isNegated)
    return { words: trimmedWords(next.split(/(?<=[.!?])\s/)[0]!), isBefore: false };
  return undefined;
}

/** Whether words that a quotation omits between its parts change what it states. Pure. */
export function changesStatement(omitted: string): boolean {
  const { isNegated, isConditional, isHedged } = kindsIn(omitted);
  return isNegated || isConditional || isHedged;
}

function isStated(text: string, stated: ReturnType<typeof kindsIn>): boolean {
  const kinds = kindsIn(text);
  return (
    (!kinds.isNegated || stated.isNegated) &&
    (!kinds.isConditional || stated.isConditional) &&
    (!kinds.isHedged || stated.isHedged || stated.isConditional)
  );
}

/** The sentence around a passage, without it, and the text of the next one. */
function sentenceAround(source: string, start: number, end: number) {
  // An ellipsis is a pause, as of a speaker who goes on: “We never said… that the bridge is closed.”
  const ENDS = /(?:(?<!\.)\.|[!?。！？])["”’»]?\s+/g;
  const head = source.slice(0, start);
  const isPunctuated = /[.!?。！？]/.test(source);
  const last = [...head.matchAll(ENDS)].at(-1);
  const from = last ? last.index + last[0].length : 0;
  const before = isPunctuated
    ? lastWords(head.slice(from), MAX_BEFORE_WORDS)
    : lastWords(head.split('\n').at(-1)!, UNPUNCTUATED_WORDS);
  const tail = source.slice(end);
  const stop = /[.!?…](?=[\s"”’»]|$)|[。！？]/.exec(tail);
  const to = stop ? stop.index + 1 : tail.length;
  const after = isPunctuated ? tail.slice(0, to) : firstWords(tail.split('\n')[0]!, UNPUNCTUATED_WORDS);
  return {
    before,
    after: /[.!?]$/.test(source.slice(start, end).trim()) ? '' : after,
    next: tail.slice(to).trimStart(),
  };
}

/** The part of a sentence before a passage that qualifies it; undefined for none. */
function governingBefore(before: string, passage: string): string | undefined {
  const turn = [...before.matchAll(TURN)].at(-1);
  const own = turn ? before.slice(turn.index + turn[0].length) : before;
  if (own.trim() === '') return undefined;
  const plain = own.replace(AFFIRMING, (match) => ' '.repeat(match.length));
  if (plain.search(CONDITION) >= 0) return own;
  const clauses = plain.split(/[,:—–]|(?<!\p{L})(?:and|or|und|oder|because|weil|denn|so)(?!\p{L})/u);
  let clause = clauses.at(-1)!;
  const isSubordinate = clause.trim() === '' ? SUBORDINATING.test(passage) : SUBORDINATING.test(clause);
  if (isSubordinate && clauses.length > 1) clause = `${clauses.at(-2)} ${clause}`;
  const isGoverned = [NEGATION, DENIAL, HEDGE].some((pattern) => clause.search(pattern) >= 0);
  return isGoverned ? own : undefined;
}

function behindOf(after: string): string | undefined {
  if (CONDITION_BEHIND.test(after) || DENIED_BEHIND.test(after)) return after;
  const near = firstWords(
    after.split(/[,;:.!?—–]|(?<!\p{L})(?:and|but|or|und|aber|oder|because|weil)(?!\p{L})/u)[0]!,
    NEAR_WORDS,
  );
  return near.replace(AFFIRMING, ' ').search(NEGATION) >= 0 ? near : undefined;
}

function firstWords(text: string, count: number): string {
  return /^\s*/.exec(text)![0] + text.trim().split(/\s+/).slice(0, count).join(' ');
}

function lastWords(text: string, count: number): string {
  return text.trim().split(/\s+/).slice(-count).join(' ');
}

function trimmedWords(text: string): string {
  return trimBothOf(text.replace(/\s+/g, ' '), /[\s,;:–—-]/u);
}
