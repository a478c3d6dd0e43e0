import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MODULE_NAMES } from '../../src/contract/analysis/module-catalog.ts';
import { JOINING_KEYS } from '../../src/contract/message.ts';

/** A file of English texts with its translations. */
export interface TextCatalog {
  /** Path of the English file under the project's root. */
  file: string;
  english: Readonly<Record<string, string>>;
  /** By language; a missing file is undefined. */
  translations: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
  /** Keys of the catalog's type that need no text. */
  withoutText?: readonly string[];
}

/**
 * Reads the texts of the window and the share page (a folder per language), of the desktop shell (a file per language),
 * reports, and the server's sentences.
 */
export function readCatalogs(root: string): TextCatalog[] {
  const window = 'src/renderer/locales';
  const areas = globSync('*/*.json', { cwd: join(root, window) });
  const languages = [...new Set(areas.map((path) => dirname(path)))].filter((name) => name !== 'en');
  const names = [...new Set(areas.map((path) => basename(path)))].sort();
  const catalog = (file: string, translated: (language: string) => string): TextCatalog => ({
    file,
    english: read(join(root, file)) ?? {},
    translations: Object.fromEntries(languages.map((language) => [language, read(join(root, translated(language)))])),
  });
  return [
    ...names.map((name) => catalog(`${window}/en/${name}`, (language) => `${window}/${language}/${name}`)),
    catalog('src/main/locales/en.json', (language) => `src/main/locales/${language}.json`),
    catalog('src/contract/locales/en/report.json', (language) => `src/contract/locales/${language}/report.json`),
    {
      ...catalog(
        'src/contract/locales/en/messages.json',
        (language) => `src/contract/locales/${language}/messages.json`,
      ),
      withoutText: [...JOINING_KEYS, ...MODULE_NAMES.map((name) => `module.${name}`)],
    },
  ];
}

function read(path: string): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
