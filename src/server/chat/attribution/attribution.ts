import {
  type Borne,
  CLOCK,
  createBearing,
  type FindingBearing,
  isAt,
  isStated,
  NOT_BORNE,
  secondsOf,
} from '../../../attribution/bearing.ts';
import { contentWords } from '../../../attribution/content-words.ts';
import { isNegative, negationsIn } from '../../../attribution/negation.ts';
import type { CompareWords } from '../../../attribution/text-comparison.ts';
import { languageOf } from '../../../attribution/text-language.ts';
import { trimEndOf } from '../../../base/trim.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { splitSentences } from '../../../core/claims/sentences.ts';
import { statedNumbers } from '../../../core/texts/stated-numbers.ts';
import { citeFinding, withoutLead } from './citations.ts';

/** Mark of a sentence that no finding supports. */
const UNSUPPORTED = '**[?]**';

/** An answer of a language model, each sentence with the findings that support it. */
export interface AttributedAnswer {
  /** Supported sentences end in citations, with the IDs of their findings, others in {@link UNSUPPORTED}. */
  text: string;
  supported: number;
  unsupported: number;
}

export interface AttributionRequest {
  answer: string;
  question: string;
  /** Findings that the model received, in time order. */
  findings: readonly Segment[];
  /** Ids of findings that answer the question: they support a bare “Forty-two million.” */
  answering: ReadonlySet<string>;
  compareWords: CompareWords;
  /** Labels of the videos of findings by id, in an answer about several. */
  labelOf?(id: string): string | undefined;
}

/** Findings that a sentence cites at most. */
const MAX_CITED = 3;
/** Text in brackets, and the beginning of one that is a citation or reference. */
const BRACKETED = /(?:\*\*)?[[(]([^[\]()\n]{1,80})[\])](?:\*\*)?/g;
const CITATION = /^(?:V\d{1,3}[\s,:]{1,2})?(?:#\d{1,6}|(?:\d{1,2}:)?\d{1,3}:\d{2})(?!\p{L})/u;
/** A model’s own statement that it found nothing: in few words, or as a negation before a verb of finding. */
const NOTHING =
  /\b(?:no (?:information|mention|answer|findings?|indication|data|details?)|not (?:in|there|mentioned|specified|stated|available|analyzed|found)|unknown)\b/iu;
/** Negations of verbs. */
const VERBAL = /(?:not|n['’]t|nicht|kein\p{L}{0,2})$/iu;
const FINDING =
  /\b(?:mention|specif|stat|provid|contain|determin|answer|includ|available|found|in the findings|say|indicat|give|erwähnt|genannt|angegeben|enthalten|hervor|angabe|information|ergebnis|bekannt|gefunden)/iu;
/** Characters from a negation in which its verb follows. */
const NEGATED_CHARACTERS = 80;

/**
 * Aligns each sentence of an answer with the findings by its words, numbers, names, and negation, and cites those that
 * bear it, whatever the model cited.
 */
export async function attribute(request: AttributionRequest): Promise<AttributedAnswer> {
  const sentences = splitSentences(request.answer);
  const questionWords = contentWords(request.question);
  const bearing = await createBearing({
    findings: request.findings,
    words: [...sentences.flatMap((sentence) => contentWords(withoutCitations(sentence))), ...questionWords].map(
      ({ word }) => word,
    ),
    compareWords: request.compareWords,
  });
  let [supported, unsupported] = [0, 0];
  const parts = sentences.map((sentence) => {
    const bare = withoutCitations(sentence);
    if (isNeutral(bare)) return bare;
    const borne = supportOf(bare, request, bearing);
    if (borne.findings.length > 0) supported++;
    else unsupported++;
    const cite = (finding: Segment) => citeFinding(finding, request.labelOf?.(finding.id));
    if (borne.findings.length === 0) return atEnd(withoutTimes(bare, request), UNSUPPORTED);
    const text = cited(sentence, borne, cite);
    const [contrary] = borne.contrary;
    return contrary ? atEnd(text, `(${CONTRARY[languageOf(bare)]} ${cite(contrary)})`) : text;
  });
  return { text: parts.join(''), supported, unsupported };
}

/** Replaces the citations that a model wrote; empty replacements take the preposition with them. */
function replaceCitations(text: string, replacement: (inside: string) => string): string {
  let [result, end] = ['', 0];
  for (const match of text.matchAll(BRACKETED)) {
    if (!CITATION.test(match[1]!)) continue;
    const before = text.slice(end, match.index);
    const instead = replacement(match[1]!);
    result += instead === '' ? withoutLead(before) : before + instead;
    end = match.index + match[0].length;
  }
  return result + text.slice(end);
}

const withoutCitations = (text: string) => replaceCitations(text, () => '');

/** Removes the times of the video from a sentence; those that findings or the question state are content. */
function withoutTimes(sentence: string, { question, findings }: AttributionRequest): string {
  const isContent = (time: string) =>
    [question, ...findings.map(({ content }) => content)].some((text) => isStated(text, secondsOf(time)));
  let [result, end] = ['', 0];
  for (const { 0: time, index } of sentence.matchAll(CLOCK)) {
    const before = sentence.slice(end, index);
    result += isContent(time) ? before + time : withoutLead(before);
    end = index + time.length;
  }
  return result + sentence.slice(end);
}

/** Words before a citation that states the contrary. */
const CONTRARY = { en: 'but see', de: 'anders' } as const;

/** Whether a sentence states nothing about the video: it introduces a list, or that nothing was found. */
function isNeutral(sentence: string): boolean {
  const isAnswer =
    AFFIRMATION.test(sentence.trimStart()) || contentWords(sentence).length > 0 || statedNumbers(sentence).size > 0;
  return !isAnswer || /:\s*$/.test(sentence) || declines(sentence);
}

/** Keeps the citations of a sentence that are right in their places, and adds the missing ones at its end. */
function cited(sentence: string, { findings, equal }: Borne<Segment>, cite: (finding: Segment) => string): string {
  const open = [...findings, ...equal];
  const citations = new Set<Segment>();
  const text = replaceCitations(sentence, (inside) => {
    const id = /\d#([\w-]+)/.exec(inside)?.[1];
    const time = secondsOf(/(?:\d{1,2}:)?\d{1,3}:\d{2}/.exec(inside)?.[0] ?? '');
    const right = open.find((finding) => (id === undefined ? isAt(finding, time) : finding.id === id));
    if (!right) return '';
    open.splice(open.indexOf(right), 1);
    citations.add(right);
    return cite(id === undefined ? { ...right, start_time: time } : right);
  });
  // One of equal findings is enough.
  const isFirstKept = equal.some((finding) => citations.has(finding));
  const missing = findings.filter((finding, i) => !citations.has(finding) && !(i === 0 && isFirstKept));
  return missing.length === 0 ? text : atEnd(text, missing.map(cite).join(' '));
}

/** Adds a mark before the end of a sentence. */
function atEnd(sentence: string, mark: string): string {
  const statement = trimEndOf(sentence, /[.!?\s]/);
  return `${statement} ${mark}${sentence.slice(statement.length)}`;
}

/** Beginning of an answer to a question for yes or no. */
const AFFIRMATION = /^(?:[-*•] ?)?(yes|no|ja|nein)(?!\p{L})/iu;

/** Findings that bear a sentence together, none if they don’t bear all of it. */
function supportOf(
  sentence: string,
  { question, answering }: AttributionRequest,
  bearing: FindingBearing<Segment>,
): Borne<Segment> {
  const questionWords = new Set(contentWords(question).map(({ word }) => word));
  const [beginning = '', affirmation] = AFFIRMATION.exec(sentence.trimStart()) ?? [];
  const isYes = affirmation === undefined ? null : /^(?:yes|ja)$/i.test(affirmation);
  const claim = sentence.trimStart().slice(beginning.length);
  const hasClaim = contentWords(claim).length > 0 || statedNumbers(claim).size > 0;
  // “Yes.” states what the question asks.
  const stated = hasClaim ? claim : question;
  const isNegated = hasClaim ? isNegative(claim) : isNegative(question) !== (isYes === false);
  if (isYes && hasClaim && isNegative(claim) !== isNegative(question)) return NOT_BORNE;
  const borne = bearing.bears(stated, { isNegated, limit: MAX_CITED });
  if (borne.findings.length === 0 || !hasClaim) return borne;
  // A claim that doesn’t name what was asked must come from a finding that answers the question.
  const named = contentWords(claim).filter(({ word }) => questionWords.has(word)).length;
  const isWhole = named >= questionWords.size / 2;
  return isWhole || borne.findings.some(({ id }) => answering.has(id)) ? borne : NOT_BORNE;
}

function declines(sentence: string): boolean {
  if (NOTHING.test(sentence)) return true;
  return negationsIn(sentence).some(
    ({ word, index }) => VERBAL.test(word) && FINDING.test(sentence.slice(index, index + NEGATED_CHARACTERS)),
  );
}
