import { isModuleName, type ModuleName } from '../../contract/analysis/modules.ts';

/** Parses the stored module selection of a video, ignoring names unknown to this version. */
export function readSelection(selectedInsights: string): ModuleName[] {
  const names: unknown = JSON.parse(selectedInsights);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && isModuleName(name)) : [];
}
