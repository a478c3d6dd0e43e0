import { setImmediate } from 'node:timers/promises';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { QuoteMatch } from '../../../contract/evidence/citations.ts';
import { TURN_MS } from '../../library/in-parts.ts';
import { matchQuote } from './quote-match.ts';
import { quoteWordsOf } from './quote-words.ts';

/** A text in which quotes are looked for: a finding, or consecutive lines of a transcript. */
interface Passage<Finding> {
  text: string;
  isTranslation: boolean;
  /** Findings with the offsets at which their texts start. */
  findings: { finding: Finding; offset: number }[];
}

export interface Quotable {
  module: ModuleName;
  content: string;
  /** Seconds. */
  start: number;
  end: number;
  translation?: string | undefined;
}

/** The findings that a quote fits best, and how well. */
export interface QuotedFindings<Finding> {
  match: QuoteMatch;
  /** One, or several lines of a transcript that the quote spans. */
  findings: Finding[];
}

/** Lines further apart are not quoted as one, in seconds. */
const MAX_PAUSE = 10;

/** Lines of a passage, besides those that the next one has as well. */
const PASSAGE_LINES = 500;
/** Lines without words that a quote may span. */
const WORDLESS_LINES = 10;

/** Returns a segment as its quotes are compared. */
export function quotable(segment: Segment): Quotable & { segment: Segment } {
  const { module, content, start_time: start, end_time: end, data } = segment;
  return { module, content, start, end, translation: data?.translation, segment };
}

/**
 * Finds the findings that a quote fits best, in the order given; undefined if there are none with words. Answers other
 * requests meanwhile.
 */
export async function findQuote<Finding extends Quotable>(
  quote: string,
  findings: readonly Finding[],
): Promise<QuotedFindings<Finding> | undefined> {
  let best: QuotedFindings<Finding> | undefined;
  let turn = performance.now();
  // Each of its words may be a line.
  for (const passage of passagesOf(findings, quoteWordsOf(quote).length + WORDLESS_LINES)) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    const found = matchQuote(quote, passage.text);
    if (!found || (best && rank(best.match) >= rank(found))) continue;
    const { start, end, ...match } = found;
    const text = passage.text.slice(start, end);
    best = {
      match: { ...match, text, is_translation: passage.isTranslation },
      findings: passage.findings
        .filter(({ offset }, i) => offset < Math.max(end, 1) && (passage.findings[i + 1]?.offset ?? Infinity) > start)
        .map(({ finding }) => finding),
    };
    if (match.match === 'exact' && !passage.isTranslation) break;
  }
  return best;
}

/** A close match is better than a similar text that states something else. */
function rank({ match, similarity }: Pick<QuoteMatch, 'match' | 'similarity'>): number {
  return similarity + (match === 'none' ? 0 : 1);
}

/** @param overlap lines that consecutive passages of a transcript share */
function* passagesOf<Finding extends Quotable>(
  findings: readonly Finding[],
  overlap: number,
): Generator<Passage<Finding>, void> {
  const others = findings.filter(({ module }) => module !== 'transcription');
  const lines = findings.filter(({ module }) => module === 'transcription').sort((a, b) => a.start - b.start);
  const translated = lines.filter(({ translation }) => translation !== undefined);
  yield* joined(lines, overlap, ({ content }) => content, false);
  for (const finding of others) yield passageOf([finding], ({ content }) => content, false);
  yield* joined(translated, overlap, ({ translation }) => translation!, true);
}

/** Joins lines that follow one another. */
function* joined<Finding extends Quotable>(
  lines: readonly Finding[],
  overlap: number,
  textOf: (finding: Finding) => string,
  isTranslation: boolean,
): Generator<Passage<Finding>, void> {
  const groups: Finding[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1);
    if (last && line.start - last.end <= MAX_PAUSE) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  for (const group of groups) {
    for (let start = 0; start === 0 || start + overlap < group.length; start += PASSAGE_LINES)
      yield passageOf(group.slice(start, start + PASSAGE_LINES + overlap), textOf, isTranslation);
  }
}

function passageOf<Finding extends Quotable>(
  group: readonly Finding[],
  textOf: (finding: Finding) => string,
  isTranslation: boolean,
): Passage<Finding> {
  let text = '';
  const findings = group.map((finding) => {
    const offset = text.length;
    text += `${textOf(finding)}\n`;
    return { finding, offset };
  });
  return { text, isTranslation, findings };
}
