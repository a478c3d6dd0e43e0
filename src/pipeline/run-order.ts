import { MODULE_CATALOG, MODULE_NAMES, type ModuleName } from '../contract/analysis/modules.ts';

/**
 * Orders modules so that each follows those it reads. `reads` has no cycles (a test ensures it);
 * independent modules keep the catalog's order.
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
