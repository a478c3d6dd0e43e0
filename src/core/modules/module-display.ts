import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/module-catalog.ts';
import { MODULE_PRESENTATION, type ModulePresentation, type ModuleTexts } from './module-presentation.ts';

/** Presentation of a module, with the same type for all modules. */
export function presentationOf(name: ModuleName): ModulePresentation {
  return MODULE_PRESENTATION[name];
}

/** Texts of a module; English for callers without a language, such as the API. */
export function moduleTexts(name: ModuleName, language: 'en' | 'de' = 'en'): ModuleTexts {
  return presentationOf(name).texts[language];
}

/** CSS color of a module, for the light and the dark color scheme. */
export function moduleHue(name: ModuleName): string {
  const { light, dark } = presentationOf(name).hue;
  return `light-dark(${light}, ${dark})`;
}

/** Modules with a lane in the timeline, from the top. */
export function laneOrder(): ModuleName[] {
  const laneOf = (name: ModuleName) => presentationOf(name).lane;
  return MODULE_NAMES.filter((name) => laneOf(name) !== null).sort((a, b) => laneOf(a)! - laneOf(b)!);
}
