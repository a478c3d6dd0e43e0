import { MODULE_CATALOG } from '../../contract/analysis/module-catalog.ts';
import { MODULE_NAMES } from '../../contract/analysis/modules.ts';

/** Modules whose findings have a moment: those that restate others span much of a video. */
export const TIMED_MODULES = MODULE_NAMES.filter((name) => !MODULE_CATALOG[name].isDerived);
