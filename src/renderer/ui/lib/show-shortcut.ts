import { type Language, usePreferences } from './preferences.ts';

const isMac = /mac/i.test(navigator.platform);

/** Labels of keys as keyboards of a language print them. */
const KEYCAPS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { mod: 'Ctrl', escape: 'Esc', space: 'Space', plus: '+', arrowup: '↑', arrowdown: '↓' },
  de: {
    mod: 'Strg',
    shift: 'Umschalt',
    escape: 'Esc',
    enter: 'Eingabe',
    delete: 'Entf',
    space: 'Leertaste',
    home: 'Pos1',
    plus: '+',
    arrowup: '↑',
    arrowdown: '↓',
  },
};

/** Formats a shortcut for display: `mod+k` as ⌘K or Ctrl K. */
export function showShortcut(combo: string, language: Language = usePreferences.getState().language): string {
  const parts = combo.split('+').map((part) => {
    if (part === 'mod' && isMac) return '⌘';
    if (part === 'shift' && isMac) return '⇧';
    if (part === 'alt' && isMac) return '⌥';
    const label = KEYCAPS[language][part];
    if (label !== undefined) return label;
    return part.length === 1 ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1);
  });
  return parts.join(isMac ? '' : ' ');
}
