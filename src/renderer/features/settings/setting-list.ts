import type en from '../../locales/en/settings.json';

/** Sections of the settings, and the settings of each to find by name, as keys of their texts. */
export const SETTINGS = {
  appearance: ['theme', 'language'],
  models: [
    'models.offline',
    'models.decoding',
    'models.import',
    'models.speech',
    'models.language',
    'models.translate',
    'models.text',
    'models.mirror',
    'models.vocabulary',
    'voices.title',
  ],
  ollama: ['ollama.url', 'ollama.recommended'],
  meaning: [],
  brands: ['brands.field', 'logos.title', 'again.title'],
  watch: [],
  sharing: [],
  keys: ['keys.name'],
  webhooks: [],
  verify: [],
  storage: [
    'storage.import',
    'storage.minFree',
    'storage.unused',
    'storage.largest',
    'sources.title',
    'backups.title',
    'chats.title',
  ],
  usage: ['usage.runs'],
  about: [],
} as const satisfies Record<string, readonly (keyof typeof en)[]>;
export type Section = keyof typeof SETTINGS;

/** Whether a part of a URL names a section. */
export const isSection = (name: string): name is Section => Object.hasOwn(SETTINGS, name);
