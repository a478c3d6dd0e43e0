import { MODULE_CATALOG, type ModuleName } from '../contract/analysis/modules.ts';

/**
 * Modules that lag behind the pass, and those that read them, finish last: their remaining work starts when the others
 * have freed their models. Pure.
 */
export function finishOrder<Runner extends { name: ModuleName; workedUntil?: number | undefined }>(
  runners: readonly Runner[],
): Runner[] {
  const late = new Set<ModuleName>();
  for (const { name, workedUntil } of runners) {
    if (workedUntil !== undefined || MODULE_CATALOG[name].reads.some((read) => late.has(read))) late.add(name);
  }
  return [...runners.filter(({ name }) => !late.has(name)), ...runners.filter(({ name }) => late.has(name))];
}
