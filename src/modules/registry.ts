import { MODULE_CATALOGUE, MODULE_NAMES, type ModuleInfo, type ModuleName } from '../contract/modules.ts';
import { engineTag } from '../models/engine.ts';
import type { AnalysisModule, EngineSettings } from './module.ts';

/** Each module is loaded when it is first needed, since engines bring megabytes of code with them. */
const LOADERS = {
  transcription: async (settings) => (await import('./transcription/index.ts')).transcription(settings),
  scenes: async (settings) => (await import('./scenes/index.ts')).scenes(settings),
  visualelements: async (settings) => (await import('./visualelements/index.ts')).visualelements(settings),
  logos: async (settings) => (await import('./logos/index.ts')).logos(settings),
  ocr: async () => (await import('./ocr/index.ts')).ocr,
  audioevents: async () => (await import('./audioevents/index.ts')).audioevents,
  summary: async (settings) => (await import('./summary/index.ts')).summaryBy(await language(settings)),
  chapters: async (settings) => (await import('./chapters/index.ts')).chaptersBy(await language(settings)),
  keywords: async (settings) => (await import('./keywords/index.ts')).keywordsBy(await language(settings)),
} satisfies Record<ModuleName, (settings: EngineSettings) => Promise<AnalysisModule>>;

/** The language model of the connected server; null where none is set. */
async function language(settings: EngineSettings) {
  return (await import('./shared/vision/vision-client.ts')).connectedOllama(settings)?.language() ?? null;
}

export type ModuleLookup = (name: ModuleName) => Promise<AnalysisModule>;

/** The shipped modules by name. */
export function moduleLookup(settings: EngineSettings): ModuleLookup {
  return (name) => LOADERS[name](settings);
}

/** What each module needs and whether it can run now, in the catalogue's order. */
export async function describeModules(lookup: ModuleLookup): Promise<ModuleInfo[]> {
  return Promise.all(MODULE_NAMES.map((name) => describe(name, lookup)));
}

async function describe(name: ModuleName, lookup: ModuleLookup): Promise<ModuleInfo> {
  const { title, description } = MODULE_CATALOGUE[name];
  const module = await lookup(name);
  const availability = await module.availability();
  const engine = availability.available ? await module.engine() : null;
  const missing = availability.available ? availability.missing : availability;
  return {
    name,
    title,
    description,
    engine: engine ? engineTag(engine) : null,
    available: availability.available,
    reason: missing?.reason ?? null,
    needs: missing?.needs ?? [],
  };
}
