import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';
import { checkTexts } from './check-texts.ts';
import { findTextKeys } from './find-text-keys.ts';

type Texts = Readonly<Record<string, string>>;

function problems(english: Texts, german: Texts | undefined, used: readonly string[], identical: string[] = []) {
  const catalog = { file: 'a.json', english, translations: { de: german } };
  return checkTexts([catalog], new Map([['a.json', new Set(used)]]), { de: identical }).map((line) =>
    line.replace('a.json: ', ''),
  );
}

describe('texts', () => {
  test('accepts complete texts', () => {
    expect(
      problems(
        { save: 'Save', files_one: '{{count}} file', files_other: '{{count, number}} files' },
        { save: 'Sichern', files_one: '{{count}} Datei', files_other: '{{count}} Dateien' },
        ['save', 'files'],
      ),
    ).toEqual([]);
  });

  test('reports unused, undefined, and missing keys', () => {
    expect(problems({ a: 'Go', b: 'Stop' }, { a: 'Los', c: 'Neu' }, ['a', 'd'])).toEqual([
      '“b” is not used',
      '“d” is used but not defined',
      'de: “b” is missing',
      'de: “c” does not exist in English',
    ]);
    expect(problems({ a: 'Go' }, undefined, ['a'])).toEqual(['no translation for de']);
  });

  test('reports untranslated texts and unused exceptions', () => {
    expect(problems({ a: 'Status', b: '{{a}} × {{b}}' }, { a: 'Status', b: '{{a}} × {{b}}' }, ['a', 'b'])).toEqual([
      'de: “a” is not translated',
    ]);
    expect(problems({ a: 'Status' }, { a: 'Status' }, ['a'], ['Status'])).toEqual([]);
    expect(problems({ a: 'Go' }, { a: 'Los' }, ['a'], ['Go'])).toEqual([
      '“Go” is listed as identical in de, but no text is',
    ]);
  });

  test('reports missing plural forms, empty texts, and different values', () => {
    expect(problems({ a_one: '1', a_other: '{{n}}' }, { a_other: '{{m}}' }, ['a'])).toEqual([
      'de: “a” has no form “one”',
      'de: “a_other” has other values than the English text',
    ]);
    expect(problems({ a: ' ' }, { a: '' }, ['a'])).toEqual(['en: “a” is empty', 'de: “a” is empty']);
  });
});

test('keys are resolved from the types of the code', async () => {
  const root = await tempFolder();
  await mkdir(join(root, 'src'));
  await writeFile(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { strict: true, types: [], lib: ['ES2024'] }, include: ['src'] }),
  );
  await writeFile(
    join(root, 'src/code.ts'),
    `type Key = 'save' | 'kind.a' | 'kind.b' | 'kind.c' | 'files';
declare const t: (key: Key, values?: object) => string;
declare const other: (key: 'save') => string;
const kinds = ['a', 'b'] as const;
t('save');
kinds.map((kind) => t(\`kind.\${kind}\`, { kind }));
other('save');
export const labels = (key: Key) => t(key);`,
  );
  const catalog = {
    file: 'a.json',
    english: { save: '', 'kind.a': '', 'kind.b': '', 'kind.c': '', files_one: '', files_other: '' },
    translations: {},
  };
  const { keys, problems } = findTextKeys(root, ['tsconfig.json'], [catalog]);
  expect([...keys.get('a.json')!]).toEqual(['save', 'kind.a', 'kind.b']);
  expect(problems).toEqual(['src/code.ts:8: the key may be any: narrow its type']);
});
