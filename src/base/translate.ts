/**
 * Texts of one language by key. `{{name}}` marks a value, `{{name, number}}` one to format by locale; a countable text
 * has one key per plural form (`key_one`, `key_other`).
 */
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

/**
 * Creates a translator. `count` selects the plural form, and with `ordinal` that of an ordinal number; none has a form
 * of its own (`key_zero`) where a text differs.
 * @param fallback texts for keys that `texts` lacks, with its language
 */
export function createTranslate<Source extends Texts>(
  texts: Texts,
  language: string,
  fallback?: { texts: Texts; language: string },
): Translate<keyof Source & string> {
  const english = fallback && createTranslate<Texts>(fallback.texts, fallback.language);
  return (key, values = {}) => {
    const text = formOf(texts, key, values, language);
    if (text === undefined) return english ? english(key, values) : key;
    if (!text.includes('{{')) return text;
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) =>
      isNumber ? numbersOf(language).format(Number(values[name])) : String(values[name] ?? ''),
    );
  };
}

/** Text of a key in the form that its count asks for; undefined if there is none. */
function formOf(
  texts: Readonly<Record<string, string | undefined>>,
  key: string,
  { count, ordinal }: Values,
  language: string,
): string | undefined {
  if (typeof count !== 'number') return texts[key];
  const type = ordinal ? 'ordinal' : 'cardinal';
  const form = `${ordinal ? '_ordinal' : ''}_${pluralsOf(language, type).select(count)}`;
  return (count === 0 ? texts[`${key}_zero`] : undefined) ?? texts[`${key}${form}`] ?? texts[key];
}

/** Rules and formats are created once per language, and only if a text needs them: creating one takes a millisecond. */
const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function pluralsOf(language: string, type: Intl.PluralRulesOptions['type'] & string): Intl.PluralRules {
  const id = `${language} ${type}`;
  const known = plurals.get(id) ?? new Intl.PluralRules(language, { type });
  plurals.set(id, known);
  return known;
}

function numbersOf(language: string): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, known);
  return known;
}
