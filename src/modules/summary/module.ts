import { MODULE_CATALOG } from '../../contract/analysis/modules.ts';
import type { EngineFactory, GeneratingEngine } from '../../models/engine.ts';
import { partStarts } from '../chapters/divide.ts';
import { findingsOf } from '../shared/findings/findings.ts';
import { findingsToRead, writtenModule } from '../shared/language-model/written-module.ts';
import { summarize } from './compose.ts';
import { writeSummary } from './write.ts';

/** Summarizes what the video is about, in one segment over its whole length, from the findings of other modules. */
export function summaryBy(language: EngineFactory<GeneratingEngine> | null) {
  return writtenModule(
    {
      name: 'summary',
      info: { id: 'extractive-summary', version: '3' },
      async extract(context, embed) {
        const findings = findingsOf(context, MODULE_CATALOG.summary.reads);
        const starts = await partStarts(findings, embed);
        const found = summarize(findings, starts);
        return found ? [found] : [];
      },
      async write(model, [extracted], context, embed) {
        const findings = findingsToRead(context, 'summary');
        const written = await writeSummary(model, extracted!, findings, { embed, signal: context.signal });
        return written && [written];
      },
    },
    language,
  );
}

/** Without a language model. */
export const summary = summaryBy(null);
