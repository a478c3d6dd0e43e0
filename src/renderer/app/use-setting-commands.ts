import { Languages, Moon, Settings2, Sun, SunMoon } from 'lucide-react';
import { useLocation } from 'wouter';
import { runAction } from '../features/settings/run-action.ts';
import { SETTINGS, type Section } from '../features/settings/setting-list.ts';
import { useSettingsText } from '../features/settings/text.ts';
import type { Command } from '../ui/lib/commands.ts';
import { LANGUAGES, type Language, setPreferences, THEMES } from '../ui/lib/preferences.ts';
import { setLanguage } from '../ui/lib/text.ts';

const THEME_ICONS = { system: SunMoon, dark: Moon, light: Sun } as const;

/** Commands that open a setting, and those that change the theme and the language. */
export function useSettingCommands(): readonly Command[] {
  const settings = useSettingsText();
  const [, navigate] = useLocation();
  const setting = { group: settings('title'), icon: Settings2 };
  return [
    ...(Object.keys(SETTINGS) as Section[]).flatMap((section): Command[] => {
      const name = settings(`section.${section}`);
      return [
        { ...setting, id: `settings.${section}`, label: name, run: () => navigate(`/settings/${section}`) },
        ...SETTINGS[section].map((key) => ({
          ...setting,
          id: `settings.${key}`,
          label: settings(key),
          words: name,
          run: () => navigate(`/settings/${section}?show=${key}`),
        })),
      ];
    }),
    ...THEMES.map((theme) => ({
      ...setting,
      id: `theme.${theme}`,
      icon: THEME_ICONS[theme],
      label: `${settings('theme')}: ${settings(`theme.${theme}`)}`,
      run: () => setPreferences({ theme }),
    })),
    ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      ...setting,
      id: `language.${language}`,
      icon: Languages,
      label: `${settings('language')}: ${LANGUAGES[language]}`,
      run: () => void runAction(() => setLanguage(language)),
    })),
  ];
}
