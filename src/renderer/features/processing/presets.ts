import type { ModuleInfo, ModuleName } from '../../../contract/modules.ts';

/** Choices that people make most. */
export const PRESETS = {
  all: null,
  speech: ['transcription', 'audioevents', 'summary', 'chapters', 'keywords'],
  picture: ['scenes', 'visualelements', 'logos', 'ocr'],
  shots: ['scenes'],
} as const satisfies Record<string, readonly ModuleName[] | null>;
export type Preset = keyof typeof PRESETS;

/** The modules of a preset that can run now. */
export function modulesOf(preset: Preset, modules: readonly ModuleInfo[]): ModuleName[] {
  const wanted: readonly ModuleName[] | null = PRESETS[preset];
  return modules
    .filter(({ name, available }) => available && (!wanted || wanted.includes(name)))
    .map(({ name }) => name);
}

/** The preset that a choice is; undefined when it is none. */
export function presetOf(chosen: readonly ModuleName[], modules: readonly ModuleInfo[]): Preset | undefined {
  return (Object.keys(PRESETS) as Preset[]).find((preset) => {
    const names = modulesOf(preset, modules);
    return names.length > 0 && names.length === chosen.length && names.every((name) => chosen.includes(name));
  });
}
