import { type ModuleInfo, type ModuleName, OPT_IN_MODULES } from '../../../contract/analysis/modules.ts';
import { presentationOf } from '../../../core/modules/module-display.ts';
import type { ModulePreset } from '../../../core/modules/module-presentation.ts';

/** Module presets; each module's presentation lists the ones that include it. */
export const PRESETS = ['all', 'speech', 'picture', 'shots'] as const satisfies readonly ('all' | ModulePreset)[];
export type Preset = (typeof PRESETS)[number];

/** Available modules of a preset; those that must be turned on are in none. */
export function modulesOf(preset: Preset, modules: readonly ModuleInfo[]): ModuleName[] {
  return modules
    .filter(
      ({ name, available }) =>
        available && !OPT_IN_MODULES.has(name) && (preset === 'all' || presentationOf(name).presets.includes(preset)),
    )
    .map(({ name }) => name);
}

/** Preset that equals a selection, if any. */
export function presetOf(chosen: readonly ModuleName[], modules: readonly ModuleInfo[]): Preset | undefined {
  return PRESETS.find((preset) => {
    const names = modulesOf(preset, modules);
    return names.length > 0 && names.length === chosen.length && names.every((name) => chosen.includes(name));
  });
}
