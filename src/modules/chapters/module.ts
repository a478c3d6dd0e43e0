import { MODULE_CATALOG } from '../../contract/analysis/modules.ts';
import type { EngineFactory, GeneratingEngine } from '../../models/engine.ts';
import { findingsOf } from '../shared/findings/findings.ts';
import { findingsToRead, writtenModule } from '../shared/language-model/written-module.ts';
import { chaptersOf } from './divide.ts';
import { nameChapters } from './write.ts';

/** Divides the video into titled chapters, from the findings of other modules. */
export function chaptersBy(language: EngineFactory<GeneratingEngine> | null) {
  return writtenModule(
    {
      name: 'chapters',
      info: { id: 'topic-chapters', version: '1' },
      extract: (context, embed) => chaptersOf(findingsOf(context, MODULE_CATALOG.chapters.reads), embed),
      write: (model, extracted, context, embed) =>
        nameChapters(model, extracted, findingsToRead(context, 'chapters'), { embed, signal: context.signal }),
    },
    language,
  );
}

/** Without a language model. */
export const chapters = chaptersBy(null);
