import i18next from 'i18next';
import type { Texts, Translate, Values } from '../../../base/translate.ts';
import { type Language, setPreferences, usePreferences } from './preferences.ts';

/** Loads all texts of a language by file name. English is part of each feature's code, as the fallback. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Readonly<Record<string, Texts>>>>> = {
  de: () => import('../../locales/de.ts').then(({ texts }) => texts),
};

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // React escapes.
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0]);

/** Without the copy that i18next would make of each: nobody changes these texts. */
const AS_THEY_ARE = { silent: true, skipCopy: true } as const;

/**
 * Registers the English texts of an area and returns its hook.
 * @param area file name of the texts in `locales/en` and of their translations
 */
export function defineText<Source extends Texts>(
  area: string,
  english: Source,
): () => Translate<keyof Source & string> {
  const translatorOf = defineTranslators(area, english);
  return () => translatorOf(usePreferences((preferences) => preferences.language));
}

/** Like {@link defineText}, for code outside of components. Returns the translator of a language. */
export function defineTranslators<Source extends Texts>(
  area: string,
  english: Source,
): (language: Language) => Translate<keyof Source & string> {
  let isAdded = false;
  const addEnglish = () => {
    if (!isAdded) i18next.addResourceBundle('en', area, english, false, true, AS_THEY_ARE);
    isAdded = true;
  };
  // Shared by all components: every row of a list uses the same few texts.
  const translators = new Map<Language, Translate<keyof Source & string>>();
  return (language) => {
    let translator = translators.get(language);
    if (!translator) {
      translator = createTranslator(language, area, english, addEnglish);
      translators.set(language, translator);
    }
    return translator;
  };
}

/** Loads the texts of a language. Until then, and if it fails, the interface is English. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'en') return;
  for (const [path, texts] of Object.entries(await LOADERS[language]())) {
    const area = path.replace(/^.*\/|\.json$/g, '');
    i18next.addResourceBundle(language, area, texts, false, true, AS_THEY_ARE);
  }
}

/** Switches the interface to a language once its texts have loaded. */
export async function setLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  setPreferences({ language });
}

/**
 * Translates with i18next what has values or a fallback. Other texts are shown as they are: looking them up takes i18next a
 * tenth of the time in which the window is first rendered.
 * @param addEnglish adds the English texts to i18next
 */
function createTranslator(
  language: Language,
  area: string,
  english: Texts,
  addEnglish: () => void,
): (key: string, values?: Values) => string {
  const translate = i18next.getFixedT(language, area) as (key: string, values: Values) => string;
  return (key, values) => {
    if (!values) {
      const text = language === 'en' ? english[key] : i18next.getResource(language, area, key);
      if (typeof text === 'string' && !text.includes('{{')) return text;
    }
    addEnglish();
    return translate(key, { ...values });
  };
}
