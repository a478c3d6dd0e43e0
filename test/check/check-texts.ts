import type { TextCatalog } from './text-catalogs.ts';

/** Key with its plural form, such as `files_one` or `place_ordinal_few`. */
const PLURAL = /(_ordinal)?_(zero|one|two|few|many|other)$/;

/** The key that code uses: without the plural form. */
export function withoutPlural(key: string): string {
  return key.replace(PLURAL, '');
}

/**
 * Compares the texts of all languages with each other and with the code.
 * @param usedKeys keys that the code uses, by the catalog's file
 * @param identical English texts that a translation may keep, by language; an entry that nothing needs is a problem too
 * @returns one line per problem
 */
export function checkTexts(
  catalogs: readonly TextCatalog[],
  usedKeys: ReadonlyMap<string, ReadonlySet<string>>,
  identical: Readonly<Record<string, readonly string[]>>,
): string[] {
  const problems: string[] = [];
  const kept = new Map<string, Set<string>>();
  for (const { file, english, translations } of catalogs) {
    const report = (text: string) => problems.push(`${file}: ${text}`);
    const used = usedKeys.get(file) ?? new Set();
    const stems = new Set(Object.keys(english).map(withoutPlural));
    for (const stem of stems) if (!used.has(stem)) report(`“${stem}” is not used`);
    for (const key of used) if (!stems.has(key)) report(`“${key}” is used but not defined`);
    for (const text of pluralProblems('en', english)) report(text);
    for (const [language, texts] of Object.entries(translations)) {
      if (!texts) {
        report(`no translation for ${language}`);
        continue;
      }
      for (const text of pluralProblems(language, texts)) report(text);
      for (const text of translationProblems(language, english, texts)) report(text);
      for (const [key, text] of Object.entries(texts)) {
        if (text !== english[key] || !/\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, ''))) continue;
        if (identical[language]?.includes(text)) kept.set(language, (kept.get(language) ?? new Set()).add(text));
        else report(`${language}: “${key}” is not translated`);
      }
    }
  }
  for (const [language, texts] of Object.entries(identical)) {
    for (const text of texts) {
      if (!kept.get(language)?.has(text))
        problems.push(`“${text}” is listed as identical in ${language}, but no text is`);
    }
  }
  return problems;
}

function translationProblems(
  language: string,
  english: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): string[] {
  const stems = new Set(Object.keys(english).map(withoutPlural));
  const missing = [...stems].filter((stem) => !Object.keys(texts).some((key) => withoutPlural(key) === stem));
  const extra = Object.keys(texts).filter((key) => !stems.has(withoutPlural(key)));
  const unlike = Object.keys(texts).filter((key) => {
    const original = english[key] ?? english[`${withoutPlural(key)}_other`];
    return original !== undefined && placeholders(original) !== placeholders(texts[key]!);
  });
  return [
    ...missing.map((key) => `${language}: “${key}” is missing`),
    ...extra.map((key) => `${language}: “${key}” does not exist in English`),
    ...unlike.map((key) => `${language}: “${key}” has other values than the English text`),
  ];
}

/** Every countable text needs each plural form of its language; ranks (`place_ordinal_one`) have forms of their own. */
function pluralProblems(language: string, texts: Readonly<Record<string, string>>): string[] {
  const keys = Object.keys(texts);
  const missing = (['cardinal', 'ordinal'] as const).flatMap((type) => {
    const infix = type === 'ordinal' ? '_ordinal' : '';
    const forms = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
    const stems = new Set(keys.filter((key) => PLURAL.exec(key)?.[0].startsWith(`${infix}_`)).map(withoutPlural));
    if (type === 'cardinal') for (const key of keys) if (key.includes('_ordinal_')) stems.delete(withoutPlural(key));
    return [...stems].flatMap((stem) =>
      forms
        .filter((form) => texts[`${stem}${infix}_${form}`] === undefined)
        .map((form) => `${language}: “${stem}” has no form “${form}”`),
    );
  });
  const empty = keys.filter((key) => texts[key]!.trim() === '');
  return [...empty.map((key) => `${language}: “${key}” is empty`), ...missing];
}

/** Names of the values in a text, whatever their order and format. */
function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, name]) => name))].sort().join();
}
