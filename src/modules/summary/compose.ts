import { roundSeconds } from '../../base/time.ts';
import { message } from '../../contract/message.ts';
import type { SegmentDraft } from '../../contract/segment.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { sentencesOf } from '../shared/findings/sentences.ts';
import { capitalize, endSentence, shortened } from '../shared/text/wording.ts';
import { extract, sentenceCount } from './extract.ts';
import { factsOf, type Source } from './facts.ts';

/** No single sentence takes more UTF-16 units than this; unpunctuated speech can run on. */
const SENTENCE_LENGTH_MAX = 320;

/**
 * Summarizes a video from its findings: the most central sentences of its speech, then facts. Every word of it was
 * spoken, read, or counted. Null if there are no findings.
 */
export function summarize(findings: Findings): SegmentDraft | null {
  const sentences = sentencesOf(findings.of('transcription'));
  const spoken = sentences.reduce((total, { start, end }) => total + end - start, 0);
  const chosen = extract(sentences, sentenceCount(spoken));
  const facts = factsOf(findings);
  if (chosen.length === 0 && facts.every(({ sources }) => sources.length === 0)) return null;
  const quotes: Source[] = chosen.map(({ start, end }) => ({
    module: 'transcription',
    start_time: start,
    end_time: end,
  }));
  const quoted = chosen.map(({ text }) => endSentence(capitalize(shortened(text, SENTENCE_LENGTH_MAX)))).join(' ');
  const stated = message('sentences', { sentences: facts.map(({ text }) => text) });
  const { message: content, text } = sentence('lines', {
    lines: [...(quoted === '' ? [] : [quoted]), ...(facts.length > 0 ? [stated] : [])],
  });
  return {
    content,
    start_time: 0,
    end_time: findings.duration,
    data: {
      kind: 'extractive',
      ...(facts.length > 0 && { text }),
      sources: [...quotes, ...facts.flatMap(({ sources }) => sources)].map(rounded),
      sentences: chosen.map(({ text, start, end }) => ({
        text,
        start_time: roundSeconds(start),
        end_time: roundSeconds(end),
      })),
    },
  };
}

function rounded({ module, start_time, end_time }: Source): Source {
  return { module, start_time: roundSeconds(start_time), end_time: roundSeconds(end_time) };
}
