import { MODULE_CATALOG } from '../../contract/analysis/modules.ts';
import type { EngineFactory, GeneratingEngine } from '../../models/engine.ts';
import { partStarts } from '../chapters/divide.ts';
import { findingsOf } from '../shared/findings/findings.ts';
import { withSentenceEncoder } from '../shared/language-model/sentence-encoder.ts';
import { writtenModule } from '../shared/language-model/written-module.ts';
import { summarize } from './compose.ts';
import { writeSummary } from './write.ts';

/** Summarizes what the video is about, in one segment over its whole length, from the findings of other modules. */
export function summaryBy(language: EngineFactory<GeneratingEngine> | null) {
  return writtenModule(
    {
      name: 'summary',
      info: { id: 'extractive-summary', version: '2' },
      async extract(context) {
        const findings = findingsOf(context, MODULE_CATALOG.summary.reads);
        const starts = await withSentenceEncoder(context.signal, (embed) => partStarts(findings, embed));
        const found = summarize(findings, starts);
        return found ? [found] : [];
      },
      write: (model, findings, context) =>
        writeSummary(model, findings, findingsOf(context, MODULE_CATALOG.summary.reads).duration, context.signal),
    },
    language,
  );
}

/** Without a language model. */
export const summary = summaryBy(null);
