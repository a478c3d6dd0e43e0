import { MODULE_NAMES, type ModuleInfo, type ModuleName } from '../contract/analysis/modules.ts';
import { moduleTexts } from '../core/modules/module-display.ts';
import { engineIdOf } from '../models/engine.ts';
import { LOADERS } from './loaders.ts';
import type { AnalysisModule, EngineSettings } from './module.ts';

export type ModuleLookup = (name: ModuleName) => Promise<AnalysisModule>;

/** Looks up the bundled modules by name. */
export function moduleLookup(settings: EngineSettings): ModuleLookup {
  return (name) => LOADERS[name](settings);
}

/** Describes each module with its engine and availability, in the catalog's order. */
export async function describeModules(lookup: ModuleLookup): Promise<ModuleInfo[]> {
  return Promise.all(MODULE_NAMES.map((name) => describe(name, lookup)));
}

async function describe(name: ModuleName, lookup: ModuleLookup): Promise<ModuleInfo> {
  const { title, description } = moduleTexts(name);
  const module = await lookup(name);
  const availability = await module.availability();
  const engine = availability.available ? await module.engine() : null;
  const missing = availability.available ? availability.missing : availability;
  const needs = missing?.needs ?? [];
  return {
    name,
    title,
    description,
    engine: engine ? engineIdOf(engine) : null,
    available: availability.available,
    reason: missing?.reason.message ?? null,
    reason_text: missing?.reason.text ?? null,
    needs: needs.map((need) => (typeof need === 'string' ? need : need.message)),
    needs_texts: needs.map((need) => (typeof need === 'string' ? null : (need.text ?? null))),
  };
}
