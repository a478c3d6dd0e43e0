import { Select } from '../../../ui/controls/select.tsx';
import {
  LANGUAGES,
  type Language,
  setPreferences,
  THEMES,
  type Theme,
  usePreferences,
} from '../../../ui/lib/preferences.ts';
import { setLanguage } from '../../../ui/lib/text.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

/** Theme and language, stored in this browser. */
export function Appearance() {
  const t = useSettingsText();
  const { theme, language } = usePreferences();
  return (
    <>
      <Select<Theme>
        label={t('theme')}
        className={styles.narrow ?? ''}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => setPreferences({ theme: value })}
      />
      <Select<Language>
        label={t('language')}
        className={styles.narrow ?? ''}
        value={language}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value] }))}
        onChange={(value) => void runAction(() => setLanguage(value))}
      />
    </>
  );
}
