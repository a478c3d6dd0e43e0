import { MODULE_CATALOGUE } from '../../contract/modules.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { findingsOf } from '../findings/findings.ts';
import type { AnalysisModule } from '../module.ts';
import { summarise } from './compose.ts';

const ENGINE: EngineInfo = { id: 'extractive-summary', version: '1' };

/** What the video is about: one segment over its whole length, made of what the other modules found. */
export const summary: AnalysisModule = {
  name: 'summary',
  input: 'segments',
  engine: async () => ENGINE,
  availability: async () => ({ available: true }),
  async start(context) {
    return {
      engine: ENGINE,
      needs: {},
      async finish() {
        const found = summarise(findingsOf(context, MODULE_CATALOGUE.summary.reads));
        return found ? [found] : [];
      },
      async dispose() {},
    };
  },
};
