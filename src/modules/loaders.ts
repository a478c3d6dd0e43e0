import type { ModuleName } from '../contract/analysis/modules.ts';
import type { AnalysisModule, EngineSettings } from './module.ts';

/** Loads each module on first use, because engines bring megabytes of code with them. */
export const LOADERS = {
  transcription: async (settings) => (await import('./transcription/module.ts')).transcription(settings),
  scenes: async (settings) => (await import('./scenes/module.ts')).scenes(settings),
  visualelements: async (settings) => (await import('./visualelements/module.ts')).visualelements(settings),
  logos: async (settings) => (await import('./logos/module.ts')).logos(settings),
  ocr: async (settings) => (await import('./ocr/module.ts')).ocr(settings),
  people: async () => (await import('./people/module.ts')).people,
  audioevents: async () => (await import('./audioevents/module.ts')).audioevents,
  summary: async (settings) => (await import('./summary/module.ts')).summaryBy(await language(settings)),
  chapters: async (settings) => (await import('./chapters/module.ts')).chaptersBy(await language(settings)),
  keywords: async (settings) => (await import('./keywords/module.ts')).keywordsBy(await language(settings)),
} satisfies Record<ModuleName, (settings: EngineSettings) => Promise<AnalysisModule>>;

/** Language model of the connected server; null if none is configured. */
async function language(settings: EngineSettings) {
  return (await import('./shared/vision/vision-client.ts')).connectedOllama(settings)?.language() ?? null;
}
