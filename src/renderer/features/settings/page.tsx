import { useLocation } from 'wouter';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { About } from './about/about.tsx';
import { ApiKeys } from './api-keys/api-keys.tsx';
import { Appearance } from './appearance/appearance.tsx';
import { Brands } from './brands/brands.tsx';
import { Models } from './models/models.tsx';
import { Ollama } from './ollama/ollama.tsx';
import styles from './page.module.css';
import { SemanticSearch } from './semantic-search/semantic-search.tsx';
import { Sharing } from './sharing/sharing.tsx';
import { Storage } from './storage/storage.tsx';
import { useSettingsText } from './text.ts';
import { Usage } from './usage/usage.tsx';

const SECTIONS = {
  appearance: Appearance,
  models: Models,
  ollama: Ollama,
  meaning: SemanticSearch,
  brands: Brands,
  sharing: Sharing,
  keys: ApiKeys,
  storage: Storage,
  usage: Usage,
  about: About,
} as const;
type Section = keyof typeof SECTIONS;

/** Settings; the URL contains the section. */
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
