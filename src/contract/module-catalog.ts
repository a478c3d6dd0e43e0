/** Analysis modules, in display order. */
export const MODULE_NAMES = [
  'transcription',
  'scenes',
  'visualelements',
  'logos',
  'ocr',
  'audioevents',
  'summary',
  'chapters',
  'keywords',
] as const;
export type ModuleName = (typeof MODULE_NAMES)[number];

/** Properties of a module's findings that other code relies on. */
export interface ModuleFacts {
  /** Modules whose segments this one reads; they run before it when they are selected too. */
  reads: readonly ModuleName[];
  /** Whether its findings follow one another, instead of overlapping in time. */
  isSequential: boolean;
  /** Whether its findings restate those of other modules. */
  isDerived: boolean;
}

/** Facts about each module. For its names and appearance, see `module-presentation.ts`. */
export const MODULE_CATALOG = {
  transcription: { reads: [], isSequential: true, isDerived: false },
  scenes: { reads: [], isSequential: true, isDerived: false },
  visualelements: { reads: [], isSequential: false, isDerived: false },
  logos: { reads: ['ocr'], isSequential: false, isDerived: false },
  ocr: { reads: [], isSequential: false, isDerived: false },
  audioevents: { reads: [], isSequential: true, isDerived: false },
  summary: {
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
    isSequential: true,
    isDerived: true,
  },
  chapters: {
    reads: ['transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'],
    isSequential: true,
    isDerived: true,
  },
  keywords: {
    reads: ['transcription', 'visualelements', 'logos', 'ocr'],
    isSequential: false,
    isDerived: true,
  },
} as const satisfies Record<ModuleName, ModuleFacts>;
