import { roundSeconds } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { sentencesOf } from '../shared/findings/sentences.ts';
import { capitalize, endSentence, shortened } from '../shared/text/wording.ts';
import { extract, sentenceCount } from './extract.ts';

/** No single sentence takes more UTF-16 units than this; unpunctuated speech can run on. */
const SENTENCE_LENGTH_MAX = 320;
/** Captions that sum up a video without speech. */
const CAPTIONS_MAX = 3;

/** A sentence of a summary, and where it comes from. */
interface Quote {
  module: ModuleName;
  text: string;
  start: number;
  end: number;
}

/**
 * Summarizes a video in its own words: the sentences of its speech that state what it is about, otherwise the captions
 * of its longest shots. Null without both; counts and lengths are no summary.
 * @param starts starts of the parts of the speech in seconds, without the first
 */
export function summarize(findings: Findings, starts: readonly number[]): SegmentDraft | null {
  const quotes = spoken(findings, starts);
  const chosen = quotes.length > 0 ? quotes : captions(findings);
  if (chosen.length === 0) return null;
  const quoted = chosen.map(({ text }) => endSentence(capitalize(shortened(text, SENTENCE_LENGTH_MAX))));
  return {
    content: quoted.join(' '),
    start_time: 0,
    end_time: findings.duration,
    data: {
      kind: 'extractive',
      sources: chosen.map(({ module, start, end }) => ({ module, ...times(start, end) })),
      sentences: chosen.map(({ text, start, end }) => ({ text, ...times(start, end) })),
    },
  };
}

function spoken({ of }: Findings, starts: readonly number[]): Quote[] {
  const sentences = sentencesOf(of('transcription'));
  const seconds = sentences.reduce((total, { start, end }) => total + end - start, 0);
  const chosen = extract(sentences, sentenceCount(seconds, starts.length + 1), starts);
  return chosen.map((sentence) => ({ module: 'transcription', ...sentence }));
}

/** Different captions of the longest shots, in time order. */
function captions({ of }: Findings): Quote[] {
  const described = of('scenes').flatMap(({ start_time, end_time, data }) => {
    const caption = data?.['caption'];
    return typeof caption === 'string' ? [{ text: caption, start: start_time, end: end_time }] : [];
  });
  const longest = described.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const distinct = [...new Map(longest.toReversed().map((each) => [each.text.toLowerCase(), each])).values()].reverse();
  return distinct
    .slice(0, CAPTIONS_MAX)
    .sort((a, b) => a.start - b.start)
    .map((caption) => ({ module: 'scenes', ...caption }));
}

function times(start: number, end: number): { start_time: number; end_time: number } {
  return { start_time: roundSeconds(start), end_time: roundSeconds(end) };
}
