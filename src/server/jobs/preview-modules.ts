import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { StartRequest } from './types.ts';

/**
 * Modules that a preview runs: those that can, without findings of a full analysis unless it is repeated. Pure.
 * @param analyzed modules with findings of a full analysis
 * @throws ReelscopeError `invalid_request` (none can be previewed), `conflict` (all have findings)
 */
export function previewModules(
  { modules, action }: Pick<StartRequest, 'modules' | 'action'>,
  analyzed: ReadonlySet<ModuleName>,
): ModuleName[] {
  const shown = modules.filter((module) => MODULE_CATALOG[module].canPreview);
  if (shown.length === 0) throw new ReelscopeError('invalid_request', sentence('preview.no-module'));
  if (action === 'reprocess') return shown;
  const left = shown.filter((module) => !analyzed.has(module));
  if (left.length === 0) throw new ReelscopeError('conflict', sentence('preview.has-findings'));
  return left;
}
