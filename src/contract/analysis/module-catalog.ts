/** Analysis modules, in display order. */
export const MODULE_NAMES = [
  'transcription',
  'scenes',
  'visualelements',
  'logos',
  'ocr',
  'people',
  'audioevents',
  'summary',
  'chapters',
  'keywords',
] as const;
export type ModuleName = (typeof MODULE_NAMES)[number];

/**
 * Modules that run only when they are chosen, in projects whose user turned them on; results leave them out unless they
 * are named.
 */
export const OPT_IN_MODULES: ReadonlySet<ModuleName> = new Set<ModuleName>(['people']);
/** Modules of an analysis for which none are chosen. */
export const DEFAULT_MODULES: readonly ModuleName[] = MODULE_NAMES.filter((name) => !OPT_IN_MODULES.has(name));

/** Properties of a module's findings that other code relies on. */
export interface ModuleFacts {
  /** Modules whose segments this one reads; they run before it when they are selected too. */
  reads: readonly ModuleName[];
  /** Whether its findings follow one another, instead of overlapping in time. */
  isSequential: boolean;
  /** Whether its findings restate those of other modules. */
  isDerived: boolean;
  /** Whether key frames alone show some of its findings. */
  canPreview: boolean;
}

/** Facts about each module. For its names and appearance, see `module-presentation.ts`. */
export const MODULE_CATALOG = {
  transcription: { reads: [], isSequential: true, isDerived: false, canPreview: false },
  scenes: { reads: [], isSequential: true, isDerived: false, canPreview: true },
  visualelements: { reads: [], isSequential: false, isDerived: false, canPreview: true },
  logos: { reads: ['ocr'], isSequential: false, isDerived: false, canPreview: true },
  ocr: { reads: [], isSequential: false, isDerived: false, canPreview: true },
  people: { reads: [], isSequential: false, isDerived: false, canPreview: false },
  // Named sounds overlap speech, music, and each other.
  audioevents: { reads: [], isSequential: false, isDerived: false, canPreview: false },
  summary: {
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
    isSequential: true,
    isDerived: true,
    canPreview: false,
  },
  chapters: {
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
    isSequential: true,
    isDerived: true,
    canPreview: false,
  },
  keywords: {
    reads: ['transcription', 'visualelements', 'logos', 'ocr'],
    isSequential: false,
    isDerived: true,
    canPreview: false,
  },
} as const satisfies Record<ModuleName, ModuleFacts>;
