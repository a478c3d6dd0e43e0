/** Texts of one language by key. `{{name}}` marks a value, `{{name, number}}` one to format by locale; a countable text has one key per plural form (`key_one`, `key_other`). */
export type Texts = Readonly<Record<string, string>>;

/** Keys that code uses: without the plural suffix of countable texts. */
export type TextKey<Keys extends string> = Keys extends `${infer Stem}_ordinal_${Intl.LDMLPluralRule}`
  ? Stem
  : Keys extends `${infer Stem}_${Intl.LDMLPluralRule}`
    ? Stem
    : Keys;

export type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a key, with its values filled in; `count` also selects the plural form. */
export type Translate<Keys extends string> = (key: TextKey<Keys>, values?: Values) => string;

/** Creates a translator for code that can't load the window's i18next: the share page and the desktop shell. */
export function createTranslate<Source extends Texts>(
  texts: Readonly<Record<keyof Source, string>>,
  language: string,
): Translate<keyof Source & string> {
  const plural = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const byKey: Readonly<Record<string, string | undefined>> = texts;
  return (key, values = {}) => {
    const { count } = values;
    const text = (typeof count === 'number' ? byKey[`${key}_${plural.select(count)}`] : undefined) ?? byKey[key] ?? key;
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) =>
      isNumber ? numbers.format(Number(values[name])) : String(values[name]),
    );
  };
}
