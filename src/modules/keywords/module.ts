import { MODULE_CATALOGUE } from '../../contract/modules.ts';
import type { SegmentDraft } from '../../contract/segment.ts';
import type { EngineInfo } from '../../models/engine.ts';
import type { AnalysisModule } from '../module.ts';
import { keywordSegments, selectKeywords } from './select.ts';
import { stopWordsFor } from './stop-words.ts';
import { sentenceOf } from './text.ts';
import { scoreCandidates } from './yake.ts';

const YAKE_INFO: EngineInfo = { id: 'yake', version: '1' };

/** The words that set a video apart, from what was said, read and seen in it. */
export const keywords: AnalysisModule = {
  name: 'keywords',
  input: 'segments',
  engine: async () => YAKE_INFO,
  availability: async () => ({ available: true }),
  async start(context) {
    return {
      engine: YAKE_INFO,
      needs: {},
      finish: async () => findKeywords(MODULE_CATALOGUE.keywords.reads.flatMap((name) => context.segmentsOf(name))),
      dispose: async () => {},
    };
  },
};

/** Keywords of all texts together. What a label says (objects, brands) counts once per appearance. */
export function findKeywords(segments: readonly SegmentDraft[]): SegmentDraft[] {
  const sentences = segments
    .map((segment) => ({ ...segment, content: segment.data?.label ?? segment.content }))
    .sort((a, b) => a.start_time - b.start_time)
    .map(sentenceOf);
  const stopWords = stopWordsFor(sentences.flat(2).map((token) => token.key));
  return keywordSegments(selectKeywords(scoreCandidates(sentences, stopWords)));
}
