import { useLocation, useSearch } from 'wouter';
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
import { SETTINGS, type Section } from './setting-list.ts';
import { Sharing } from './sharing/sharing.tsx';
import { useShownSetting } from './show-setting.ts';
import { Storage } from './storage/storage.tsx';
import { useSettingsText } from './text.ts';
import { Usage } from './usage/usage.tsx';
import { Verify } from './verify/verify.tsx';
import { WatchFolders } from './watch-folders/watch-folders.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const SECTIONS = {
  appearance: Appearance,
  models: Models,
  ollama: Ollama,
  meaning: SemanticSearch,
  brands: Brands,
  watch: WatchFolders,
  sharing: Sharing,
  verify: Verify,
  keys: ApiKeys,
  webhooks: Webhooks,
  storage: Storage,
  usage: Usage,
  about: About,
} as const satisfies Record<Section, unknown>;

/** Groups of sections, by their first section. */
const GROUPS: Partial<Record<Section, 'analysis' | 'sharing' | 'integrations' | 'data' | 'application'>> = {
  models: 'analysis',
  sharing: 'sharing',
  keys: 'integrations',
  storage: 'data',
  about: 'application',
};

/** A section of the settings; the URL may name a setting to show. */
export function SettingsPage({ section: shown }: { section: Section }) {
  const t = useSettingsText();
  const [, navigate] = useLocation();
  const settingParam = new URLSearchParams(useSearch()).get('show');
  const named = SETTINGS[shown].find((key) => key === settingParam);
  const root = useShownSetting(named === undefined ? null : t(named));
  return (
    <Page title={t('title')}>
      <Tabs
        isSide
        label={t('sections')}
        value={shown}
        onChange={(next) => navigate(`/settings/${next}`, { replace: true })}
        tabs={(Object.keys(SECTIONS) as Section[]).map((value) => {
          const Content = SECTIONS[value];
          const group = GROUPS[value];
          return {
            value,
            group: group && t(`group.${group}`),
            label: t(`section.${value}`),
            content: (
              <div ref={value === shown ? root : null} className={styles.scroller}>
                <div className={styles.column}>
                  <h2 className={styles.title}>{t(`section.${value}`)}</h2>
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
