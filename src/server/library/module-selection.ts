import { isModuleName, type ModuleName } from '../../contract/modules.ts';

/** The stored selection of a video, without names that this version doesn't know. */
export function readSelection(selectedInsights: string): ModuleName[] {
  const names: unknown = JSON.parse(selectedInsights);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && isModuleName(name)) : [];
}
