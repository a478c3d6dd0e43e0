import { MODULE_CATALOG, MODULE_NAMES, type ModuleName } from '../contract/modules.ts';

/**
 * Modules in an order in which each comes after those it reads. `reads` has no cycles (a test holds it so);
 * modules that don't depend on each other keep the catalogue's order. Pure.
 */
export function runOrder(modules: Iterable<ModuleName>): ModuleName[] {
  const chosen = new Set(modules);
  const ordered: ModuleName[] = [];
  const visit = (name: ModuleName): void => {
    if (!chosen.delete(name)) return;
    for (const source of MODULE_CATALOG[name].reads) visit(source);
    ordered.push(name);
  };
  for (const name of MODULE_NAMES) visit(name);
  return ordered;
}
