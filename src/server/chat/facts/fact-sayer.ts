import type { Segment } from '../../../contract/analysis/segment.ts';
import type { ChatMetadata } from '../../../contract/search/chat.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import type { Fact, FactRequest } from './fact-parts.ts';

/** Asks who said the line that the last answer quotes. */
const ASKED =
  /^(?:(?:and|so|but|und|aber) )?(?:who (?:says?|said|is saying|claims?|claimed|thinks?|thought) (?:that|this|so|it)|whose words are (?:these|they|those)|wer (?:sagt|sagte|behauptet|behauptete|meint|meinte) (?:das|dies|es)|wer hat (?:das|dies|es) (?:gesagt|behauptet|gemeint)|von wem (?:ist|stammt|kommt) (?:das|dies))[\s?!.]*$/iu;

/** Quotes the line that the last answer rests on with its speaker; null if no speaker is known. */
export function sayerFact({ text, segments, history, language }: FactRequest): Fact | null {
  if (!ASKED.test(text.trim())) return null;
  const line = answeredFinding(history ?? [], segments);
  if (line?.data?.speaker === undefined) return null;
  return { sentence: `${quoteFinding(line, language)} ${citeFinding(line)}`, evidence: [line], quoted: [] };
}

/** The finding that the last answer of a session cites first, unless it lists several moments alike. */
function answeredFinding(
  history: NonNullable<FactRequest['history']>,
  segments: readonly Segment[],
): Segment | undefined {
  const last = history.findLast(({ role }) => role === 'assistant')?.metadata;
  if (!last) return undefined;
  const { citations, kind } = JSON.parse(last) as ChatMetadata;
  return kind === 'moments' ? undefined : segments.find(({ id }) => id === citations[0]?.segment_id);
}
