import { MODULE_CATALOGUE } from '../../../contract/modules.ts';
import type { Segment } from '../../../contract/segment.ts';
import { cite } from './citations.ts';

/** Longest passage that is quoted whole, in characters. */
const QUOTE_LENGTH = 400;

/** Signs answers that no language model wrote. */
export const EXTRACTIVE_ENGINE = 'extractive@1';

/** The best passages, quoted with their times in time order, and said to be no more than that. Pure. */
export function extractiveAnswer(evidence: readonly Segment[], segmentCount: number): string {
  if (evidence.length === 0) {
    const looked = segmentCount === 1 ? 'the one finding' : `all ${segmentCount} findings`;
    return segmentCount === 0
      ? 'There is nothing about this in the video: the analysis found nothing to quote from.'
      : `There is nothing about this in the video, as far as ${looked} of the analysis can tell. (No language model is connected; this was looked up, not reasoned.)`;
  }
  const quotes = evidence.map(
    (segment) => `- ${cite(segment.start_time)} ${MODULE_CATALOGUE[segment.module].title}: ${quote(segment.content)}`,
  );
  const intro = evidence.length === 1 ? 'This passage fits best' : `These ${evidence.length} passages fit best`;
  return `${intro}, quoted from the analysis (no language model is connected):\n\n${quotes.join('\n')}`;
}

/** Times that were read in the picture are no citations, so they lose the form of one. */
function quote(content: string): string {
  const line = content
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d):(?=\d)/g, '$1\u2236');
  const characters = Array.from(line);
  return characters.length > QUOTE_LENGTH ? `${characters.slice(0, QUOTE_LENGTH).join('')}…` : line;
}
