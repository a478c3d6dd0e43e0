import { MODULE_CATALOG } from '../../contract/modules.ts';
import type { EngineFactory, GeneratingEngine } from '../../models/engine.ts';
import { findingsOf } from '../shared/findings/findings.ts';
import { writtenModule } from '../shared/language-model/written-module.ts';
import { chaptersOf } from './divide.ts';
import { writeChapters } from './write.ts';

/** Divides the video into titled chapters, from the findings of other modules. */
export function chaptersBy(language: EngineFactory<GeneratingEngine> | null) {
  return writtenModule(
    {
      name: 'chapters',
      info: { id: 'lexical-chapters', version: '1' },
      extract: (context) => chaptersOf(findingsOf(context, MODULE_CATALOG.chapters.reads)),
      write: (model, findings, context) =>
        writeChapters(model, findings, findingsOf(context, MODULE_CATALOG.chapters.reads).duration, context.signal),
    },
    language,
  );
}

/** Without a language model. */
export const chapters = chaptersBy(null);
