import { useLocation } from 'wouter';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Brands } from './brands.tsx';
import { Keys } from './keys.tsx';
import { Models } from './models.tsx';
import { Ollama } from './ollama.tsx';
import styles from './page.module.css';
import { SearchMeaning } from './search-meaning.tsx';
import { Sharing } from './sharing.tsx';
import { Storage } from './storage.tsx';
import { useSettingsText } from './text.ts';
import { Usage } from './usage.tsx';

const SECTIONS = {
  appearance: Appearance,
  models: Models,
  ollama: Ollama,
  meaning: SearchMeaning,
  brands: Brands,
  sharing: Sharing,
  keys: Keys,
  storage: Storage,
  usage: Usage,
  about: About,
} as const;
type Section = keyof typeof SECTIONS;

/** The settings, a section at a time; the address says which. */
export function SettingsPage({ section }: { section?: string }) {
  const t = useSettingsText();
  const [, navigate] = useLocation();
  const shown: Section =
    section !== undefined && Object.hasOwn(SECTIONS, section) ? (section as Section) : 'appearance';
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('sections')}
        value={shown}
        onChange={(next) => navigate(`/settings/${next}`, { replace: true })}
        tabs={(Object.keys(SECTIONS) as Section[]).map((value) => {
          const Content = SECTIONS[value];
          return {
            value,
            label: t(`section.${value}`),
            content: (
              <div className={styles.scroller}>
                <div className={styles.column}>
                  <Content />
                </div>
              </div>
            ),
          };
        })}
      />
    </Page>
  );
}
