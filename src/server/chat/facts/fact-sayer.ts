import type { Segment } from '../../../contract/analysis/segment.ts';
import type { ChatMetadata } from '../../../contract/search/chat.ts';
import type { ChatMessageRow } from '../../../db/schema.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import type { Fact, FactRequest } from './fact-parts.ts';

/** Asks who said the line that the last answer quotes. */
const ASKED =
  /^(?:(?:and|so|but|und|aber) )?(?:who (?:says?|said|is saying|claims?|claimed|thinks?|thought) (?:that|this|so|it)|whose words are (?:these|they|those)|wer (?:sagt|sagte|behauptet|behauptete|meint|meinte) (?:das|dies|es)|wer hat (?:das|dies|es) (?:gesagt|behauptet|gemeint)|von wem (?:ist|stammt|kommt) (?:das|dies))[\s?!.]*$/iu;

/** Quotes the line that the last answer rests on with its speaker; null if no speaker is known. */
export function sayerFact({ text, answered, language }: FactRequest): Fact | null {
  if (answered?.data?.speaker === undefined || !ASKED.test(text.trim())) return null;
  return { sentence: `${quoteFinding(answered, language)} ${citeFinding(answered)}`, evidence: [answered], quoted: [] };
}

/** The finding that the last answer of a session cites first, unless it lists several moments alike. */
export function answeredFinding(
  history: readonly Pick<ChatMessageRow, 'role' | 'metadata'>[],
  segments: readonly Segment[],
): Segment | undefined {
  const last = history.findLast(({ role }) => role === 'assistant')?.metadata;
  if (!last) return undefined;
  const { citations, kind } = JSON.parse(last) as ChatMetadata;
  return kind === 'moments' ? undefined : segments.find(({ id }) => id === citations[0]?.segment_id);
}
