import { createTranslate, type Texts, type Translate } from '../../../base/translate.ts';
import { type Language, setPreferences, usePreferences } from './preferences.ts';

/** Loads all texts of a language by file name. English is part of each feature's code, as the fallback. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Readonly<Record<string, Texts>>>>> = {
  de: () => import('../../locales/de.ts').then(({ texts }) => texts),
};

/** Loaded texts by language and area. */
const loaded = new Map<Language, Map<string, Texts>>();

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
  // Shared by all components: every row of a list uses the same few texts.
  const translators = new Map<Language, Translate<keyof Source & string>>();
  return (language) => {
    let translator = translators.get(language);
    if (!translator) {
      translator = translatorOf(area, english, language);
      translators.set(language, translator);
    }
    return translator;
  };
}

/** Translator of a language, which is English until its texts have loaded. */
function translatorOf<Source extends Texts>(
  area: string,
  english: Source,
  language: Language,
): Translate<keyof Source & string> {
  let texts: Texts | undefined;
  let translate: Translate<keyof Source & string> | undefined;
  return (key, values) => {
    const known = language === 'en' ? english : loaded.get(language)?.get(area);
    if (!translate || known !== texts) {
      texts = known;
      translate = createTranslate<Source>(known ?? {}, language, { texts: english, language: 'en' });
    }
    return translate(key, values);
  };
}

/** Loads the texts of a language. Until then, and if it fails, the interface is English. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'en') return;
  addTexts(language, await LOADERS[language]());
}

/** Registers the texts of a language. @param files by path, such as `./de/library.json` */
export function addTexts(language: Language, files: Readonly<Record<string, Texts>>): void {
  const areas = Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts] as const);
  loaded.set(language, new Map(areas));
}

/** Switches the interface to a language once its texts have loaded. */
export async function setLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  setPreferences({ language });
}
