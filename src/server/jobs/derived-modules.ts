import { MODULE_CATALOG } from '../../contract/analysis/module-catalog.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';

/** Modules whose findings restate those of other modules. */
export const DERIVED_MODULES: readonly ModuleName[] = MODULE_NAMES.filter((module) => MODULE_CATALOG[module].isDerived);

/**
 * Adds the modules whose existing findings restate those of `requested`, so that a summary, chapters, or keywords do
 * not outlive the findings that they were made from. Pure.
 * @param present modules with findings
 */
export function withDerivedModules(requested: readonly ModuleName[], present: ReadonlySet<ModuleName>): ModuleName[] {
  const derived = DERIVED_MODULES.filter((module) => {
    const sources: readonly ModuleName[] = MODULE_CATALOG[module].reads;
    return present.has(module) && sources.some((source) => requested.includes(source));
  });
  return [...new Set([...requested, ...derived])];
}
