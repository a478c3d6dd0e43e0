import { presentationOf } from '../../../contract/module-display.ts';
import type { ModulePreset } from '../../../contract/module-presentation.ts';
import type { ModuleInfo, ModuleName } from '../../../contract/modules.ts';

/** Selections of modules that the dialog offers; a module's presentation lists the presets that select it. */
export const PRESETS = ['all', 'speech', 'picture', 'shots'] as const satisfies readonly ('all' | ModulePreset)[];
export type Preset = (typeof PRESETS)[number];

/** The modules of a preset that can run now. */
export function modulesOf(preset: Preset, modules: readonly ModuleInfo[]): ModuleName[] {
  return modules
    .filter(({ name, available }) => available && (preset === 'all' || presentationOf(name).presets.includes(preset)))
    .map(({ name }) => name);
}

/** The preset that a choice is; undefined when it is none. */
export function presetOf(chosen: readonly ModuleName[], modules: readonly ModuleInfo[]): Preset | undefined {
  return PRESETS.find((preset) => {
    const names = modulesOf(preset, modules);
    return names.length > 0 && names.length === chosen.length && names.every((name) => chosen.includes(name));
  });
}
