import type { TextLanguage } from '../../contract/analysis/text-languages.ts';
import {
  LANGUAGE_DATA,
  LANGUAGES,
  type Language,
  SCRIPT_NAMES,
  SCRIPTS,
  type ScriptLanguage,
} from '../../models/accents/index.ts';
import type { GivenScripts } from './scripts/script-reader.ts';

/** Letters and scripts to look for when the user has given languages. */
export interface GivenLanguages {
  /** Languages in Latin script with letters beyond a to z, the most likely first. */
  latin: readonly Language[];
  /** Other scripts, the most likely first. */
  scripts: GivenScripts;
}

/**
 * Returns what to look for in a video with text in some languages; undefined without any, to find language and script.
 */
export function givenLanguages(languages: readonly TextLanguage[] = []): GivenLanguages | undefined {
  if (languages.length === 0) return undefined;
  const data: readonly string[] = languages.flatMap<string>((language) => LANGUAGE_DATA[language]);
  const isGiven = (language: string) => data.includes(language);
  const byOrder = (a: string, b: string) => data.indexOf(a) - data.indexOf(b);
  const scripts = SCRIPT_NAMES.map((script) => {
    const given = SCRIPTS[script].languages.filter(isGiven).toSorted(byOrder);
    return [script, given as readonly ScriptLanguage[]] as const;
  });
  return {
    latin: LANGUAGES.filter(isGiven).toSorted(byOrder),
    scripts: new Map(scripts.filter(([, given]) => given.length > 0).toSorted(([, [a]], [, [b]]) => byOrder(a!, b!))),
  };
}
