import { MODULE_CATALOGUE } from '../../contract/modules.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { findingsOf } from '../findings/findings.ts';
import type { AnalysisModule } from '../module.ts';
import { chaptersOf } from './divide.ts';

const ENGINE: EngineInfo = { id: 'lexical-chapters', version: '1' };

/** The parts of the video, each with a title, made of what the other modules found. */
export const chapters: AnalysisModule = {
  name: 'chapters',
  input: 'segments',
  engine: async () => ENGINE,
  availability: async () => ({ available: true }),
  async start(context) {
    return {
      engine: ENGINE,
      needs: {},
      async finish() {
        return chaptersOf(findingsOf(context, MODULE_CATALOGUE.chapters.reads));
      },
      async dispose() {},
    };
  },
};
