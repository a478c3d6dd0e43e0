import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { EngineFactory, GeneratingEngine } from '../../models/engine.ts';
import type { ModuleFinding } from '../../models/language/compress.ts';
import type { ModuleContext } from '../module.ts';
import { isInScene } from '../shared/findings/titles.ts';
import { findingsToRead, writtenModule } from '../shared/language-model/written-module.ts';
import { withoutPleasantries } from '../shared/text/small-talk.ts';
import { languageOf, stopWordsFor } from '../shared/text/stop-words.ts';
import { dividedBeforeNames } from './full-names.ts';
import { nameKinds, withNameKinds } from './name-kinds.ts';
import { nounTerms } from './noun-terms.ts';
import { otherNames } from './other-names.ts';
import { romanceTerms } from './romance-terms.ts';
import { keywordSegments, selectKeywords } from './select.ts';
import { toTokens } from './text.ts';
import { writeKeywords } from './write.ts';
import { scoreCandidates } from './yake.ts';

/** Extracts the terms that characterize a video, from its speech and slides. */
export function keywordsBy(language: EngineFactory<GeneratingEngine> | null) {
  return writtenModule(
    {
      name: 'keywords',
      info: { id: 'yake', version: '1' },
      extract(context) {
        const cuts = context.segmentsOf('scenes').map(({ start_time }) => start_time);
        return findKeywords(textsOf(context), cuts);
      },
      write: (model, extracted, context) => writeKeywords(model, extracted, textsOf(context), context.signal),
    },
    language,
  );
}

/** Without a language model. */
export const keywords = keywordsBy(null);

/** Speech and slides, in the order of time; signs in the scene and objects are no keywords. */
function textsOf(context: ModuleContext): (SegmentDraft & ModuleFinding)[] {
  const objects = context.segmentsOf('visualelements');
  return findingsToRead(context, 'keywords', ['transcription', 'ocr']).filter(
    ({ module, start_time, end_time }) =>
      module === 'transcription' || !isInScene({ start: start_time, end: end_time }, objects),
  );
}

/**
 * Keywords of all texts together.
 * @param cuts starts of shots in seconds; mentions in different shots are different places
 */
export async function findKeywords(
  segments: readonly SegmentDraft[],
  cuts: readonly number[] = [],
): Promise<SegmentDraft[]> {
  const inOrder = segments.toSorted((a, b) => a.start_time - b.start_time);
  const sentences = inOrder.map((one) => toTokens({ ...one, content: withoutPleasantries(one.content) }));
  const tokens = sentences.flat(2);
  const stopWords = stopWordsFor(tokens);
  const language = languageOf(tokens);
  const texts = segments.map(({ content }) => content);
  const nouns = (await nounTerms(texts, language, stopWords)) ?? romanceTerms(sentences, language, stopWords);
  const candidates = scoreCandidates(language === 'en' ? sentences.map(dividedBeforeNames) : sentences, stopWords);
  const chosen = selectKeywords(candidates, nouns, language !== 'de');
  const kindOf = nameKinds(texts, language);
  const names = await otherNames(candidates, chosen, kindOf, language);
  return withNameKinds(keywordSegments([...chosen, ...names], cuts), kindOf);
}
