import { create } from 'zustand';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Preferences stored in this browser. */
export interface Preferences {
  theme: Theme;
  language: Language;
  /** Panel widths in CSS pixels, by name. */
  widths: Readonly<Record<string, number>>;
  /** Closed panels, by name. */
  closed: Readonly<Record<string, boolean>>;
  /** Time that the clock of the player shows, where the file has a timecode. */
  clock: 'position' | 'timecode';
  /** Ids of the commands run last from the palette, newest first. */
  recentCommands: readonly string[];
  /** Queries searched for last, newest first. */
  recentSearches: readonly string[];
}

const STORED = 'reelscope.preferences';

export const usePreferences = create<Preferences>(() => ({ ...defaults(), ...stored() }));

usePreferences.subscribe((preferences) => {
  localStorage.setItem(STORED, JSON.stringify(preferences));
  show(preferences);
});
show(usePreferences.getState());

export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}

function defaults(): Preferences {
  const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return {
    theme: 'system',
    language: (language as Language | undefined) ?? 'en',
    widths: {},
    closed: {},
    clock: 'position',
    recentCommands: [],
    recentSearches: [],
  };
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

function show({ theme, language }: Preferences): void {
  const { documentElement: root } = document;
  root.lang = language;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
