import i18next from 'i18next';
import { LANGUAGES, type Language, usePreferences } from './preferences.ts';

/**
 * The catalogue: each area of the window defines its texts beside its code, in every language, and gets a hook that
 * knows its keys. A text may hold {{name}}; a countable one has the two keys `key_one` and `key_other`.
 */
type Singular<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;
export type Values = Readonly<Record<string, string | number>>;
export type Translate<Key extends string> = (key: Singular<Key>, values?: Values) => string;

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

/** Defines the texts of an area; every language has every key, which the type check sees to. */
export function defineText<Key extends string>(
  area: string,
  texts: { en: Record<Key, string> } & Record<Exclude<Language, 'en'>, Record<NoInfer<Key>, string>>,
): () => Translate<Key> {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    i18next.addResourceBundle(language, area, texts[language]);
  }
  // One for each language, not for each component: a list asks for the same few words in every row.
  const translators = new Map<Language, Translate<Key>>();
  return () => {
    const language = usePreferences((preferences) => preferences.language);
    let translator = translators.get(language);
    if (!translator) {
      translator = createTranslator(language, area);
      translators.set(language, translator);
    }
    return translator;
  };
}

/** Texts without values are looked up once. */
function createTranslator(language: Language, area: string): (key: string, values?: Values) => string {
  const translate = i18next.getFixedT(language, area) as (key: string, values: Values) => string;
  const known = new Map<string, string>();
  return (key, values) => {
    if (values) return translate(key, { ...values });
    let text = known.get(key);
    if (text === undefined) {
      text = translate(key, {});
      known.set(key, text);
    }
    return text;
  };
}
