import type { ModuleName } from '../../contract/analysis/module-catalog.ts';
import de from '../../contract/locales/de/modules.json' with { type: 'json' };
import en from '../../contract/locales/en/modules.json' with { type: 'json' };

/** Icons a module can use; the window draws them. */
export type ModuleIconName =
  | 'audio-lines'
  | 'book-open'
  | 'captions'
  | 'clapperboard'
  | 'hash'
  | 'rows'
  | 'shapes'
  | 'sparkles'
  | 'tag'
  | 'type'
  | 'users';

/** Marker colors of DaVinci Resolve, as its EDL comments name them. */
export type EdlColor =
  | 'Blue'
  | 'Cyan'
  | 'Green'
  | 'Yellow'
  | 'Red'
  | 'Pink'
  | 'Purple'
  | 'Fuchsia'
  | 'Rose'
  | 'Lavender'
  | 'Sky'
  | 'Mint'
  | 'Lemon'
  | 'Sand'
  | 'Cocoa'
  | 'Cream';

/** Marker colors of OpenTimelineIO. */
export type OtioColor =
  | 'PINK'
  | 'RED'
  | 'ORANGE'
  | 'YELLOW'
  | 'GREEN'
  | 'CYAN'
  | 'BLUE'
  | 'PURPLE'
  | 'MAGENTA'
  | 'BLACK'
  | 'WHITE';

/** Selections that the analysis dialog offers. */
export type ModulePreset = 'speech' | 'picture' | 'shots';

export interface ModuleTexts {
  /** Plural or collective name, as in filters and headings. */
  title: string;
  /** Name beside one quoted finding. */
  label: string;
  /** One sentence on what the module finds. */
  description: string;
  /** Words by which a question asks for this type of finding, separated by spaces. */
  questionTerms: string;
}

export interface ModulePresentation {
  icon: ModuleIconName;
  /** CSS colors for light and dark surfaces. */
  hue: { light: string; dark: string };
  /** Position of its lane in the timeline, from the top; null for findings about the whole video. */
  lane: number | null;
  /** Whether its findings appear in the findings list; the others have a place in the overview. */
  isListed: boolean;
  edlColor: EdlColor;
  otioColor: OtioColor;
  /** Presets that select it; the preset of all modules needs no entry. */
  presets: readonly ModulePreset[];
  texts: Readonly<Record<'en' | 'de', ModuleTexts>>;
}

/**
 * How each module is presented in the window, share page, exports, and chat. Hues are 40 degrees and more apart and of
 * equal lightness; lanes run from what was seen to what was said and what was derived from it.
 */
export const MODULE_PRESENTATION = {
  transcription: {
    icon: 'captions',
    hue: { light: 'oklch(0.56 0.13 255)', dark: 'oklch(0.75 0.12 255)' },
    lane: 5,
    isListed: true,
    edlColor: 'Blue',
    otioColor: 'BLUE',
    presets: ['speech'],
    texts: { en: en.transcription, de: de.transcription },
  },
  scenes: {
    icon: 'clapperboard',
    hue: { light: 'oklch(0.56 0.13 300)', dark: 'oklch(0.75 0.12 300)' },
    lane: 1,
    isListed: true,
    edlColor: 'Purple',
    otioColor: 'PURPLE',
    presets: ['picture', 'shots'],
    texts: { en: en.scenes, de: de.scenes },
  },
  visualelements: {
    icon: 'shapes',
    hue: { light: 'oklch(0.56 0.13 155)', dark: 'oklch(0.75 0.12 155)' },
    lane: 2,
    isListed: true,
    edlColor: 'Green',
    otioColor: 'GREEN',
    presets: ['picture'],
    texts: { en: en.visualelements, de: de.visualelements },
  },
  logos: {
    icon: 'tag',
    hue: { light: 'oklch(0.56 0.13 350)', dark: 'oklch(0.75 0.12 350)' },
    lane: 3,
    isListed: true,
    edlColor: 'Pink',
    otioColor: 'PINK',
    presets: ['picture'],
    texts: { en: en.logos, de: de.logos },
  },
  ocr: {
    icon: 'type',
    hue: { light: 'oklch(0.56 0.13 75)', dark: 'oklch(0.75 0.12 75)' },
    lane: 4,
    isListed: true,
    edlColor: 'Yellow',
    otioColor: 'YELLOW',
    presets: ['picture'],
    texts: { en: en.ocr, de: de.ocr },
  },
  people: {
    icon: 'users',
    hue: { light: 'oklch(0.56 0.12 195)', dark: 'oklch(0.75 0.11 195)' },
    // Each person has a lane of their own.
    lane: null,
    isListed: false,
    edlColor: 'Cyan',
    otioColor: 'CYAN',
    presets: [],
    texts: { en: en.people, de: de.people },
  },
  audioevents: {
    icon: 'audio-lines',
    hue: { light: 'oklch(0.56 0.1 205)', dark: 'oklch(0.75 0.11 205)' },
    lane: 6,
    isListed: true,
    edlColor: 'Cyan',
    otioColor: 'CYAN',
    presets: ['speech'],
    texts: { en: en.audioevents, de: de.audioevents },
  },
  summary: {
    icon: 'book-open',
    hue: { light: 'oklch(0.56 0.02 265)', dark: 'oklch(0.75 0.02 265)' },
    lane: null,
    isListed: false,
    edlColor: 'Cream',
    otioColor: 'WHITE',
    presets: ['speech'],
    texts: { en: en.summary, de: de.summary },
  },
  chapters: {
    icon: 'rows',
    hue: { light: 'oklch(0.56 0.14 30)', dark: 'oklch(0.75 0.12 30)' },
    lane: 0,
    isListed: true,
    edlColor: 'Red',
    otioColor: 'RED',
    presets: ['speech'],
    texts: { en: en.chapters, de: de.chapters },
  },
  keywords: {
    icon: 'hash',
    hue: { light: 'oklch(0.56 0.12 115)', dark: 'oklch(0.75 0.12 115)' },
    lane: 7,
    isListed: false,
    edlColor: 'Lemon',
    otioColor: 'ORANGE',
    presets: ['speech'],
    texts: { en: en.keywords, de: de.keywords },
  },
} as const satisfies Record<ModuleName, ModulePresentation>;
