import { describe, expect, test } from 'vitest';
import { checkWording } from './check-wording.ts';
import { glossaryRules } from './glossary-rules.ts';
import { wordingRules } from './wording-rules.ts';

const found = (file: string, text: string, allowed?: readonly string[]) =>
  checkWording(file, text, wordingRules, allowed).map((violation) => `${violation.line}: ${violation.found}`);

describe('phrases', () => {
  test('are found in comments, across line breaks', () => {
    expect(found('a.ts', '/**\n * Made in the\n * place of another, and written anew.\n */')).toEqual([
      '2: in the place of',
      '3: anew',
    ]);
    expect(found('a.ts', '// It goes\n// without a name.\nconst a = 1;')).toEqual(['1: goes without']);
  });

  test('are found in strings, templates, and JSX', () => {
    expect(found('a.ts', "const a = 'It starts by itself.';")).toEqual(['1: by itself']);
    expect(found('a.ts', 'const a = `$' + '{b} starts by itself`;')).toEqual(['1: by itself']);
    expect(found('a.tsx', 'const a = <p>It starts\n by itself</p>;')).toEqual(['2: by itself']);
  });

  test('are not found in names that only resemble them', () => {
    expect(found('a.ts', 'const janewick = 1; // when there is none')).toEqual([]);
  });
});

describe('comments', () => {
  test('have lines of at most 120 columns', () => {
    const line = `// ${'word '.repeat(30)}`;
    expect(found('a.ts', `const a = 1;\n${line}`)).toEqual([`2: ${line.length} columns`]);
    expect(found('a.md', line)).toEqual([]);
  });

  test('do not begin with a noun clause', () => {
    expect(found('a.ts', '/** What the queue does. */\nconst a = 1;')).toEqual(['1: /** What']);
    expect(found('a.ts', '/**\n * What the queue does.\n */\nconst a = 1;')).toHaveLength(1);
    expect(found('a.ts', '/** @returns what is left */\nconst a = 1;')).toEqual(['1: @returns what']);
    expect(found('a.ts', '// Whatever follows\nconst what = 1;')).toEqual([]);
  });

  test('do not make software speak', () => {
    expect(found('a.ts', '// The server says so, the client tells.')).toEqual(['1: says', '1: tells']);
    expect(found('a.ts', "const says = 'tells';")).toEqual([]);
  });
});

test('limits are named MIN_ and MAX_', () => {
  expect(found('a.ts', 'const MOST_TRIES = 3;')).toEqual(['1: MOST_']);
  expect(found('a.ts', 'const ALMOST_DONE = MAX_TRIES;')).toEqual([]);
});

describe('spelling', () => {
  test('is American, in names too', () => {
    expect(found('a.ts', 'const pixelColour = normaliseAll();')).toEqual(['1: Colour', '1: normalis']);
    expect(found('a.css', '.a { /* grey */ }')).toEqual(['1: grey']);
    expect(found('a.ts', '// two analyses, analyzed; a greyhound is found')).toEqual(['1: grey']);
  });

  test('in quoted names is ignored in documents only', () => {
    expect(found('a.ts', "const a = 'cancelled'; // `cancelled` on the wire", ["'cancelled'"])).toEqual([]);
    expect(found('a.ts', "const a = 'The job was cancelled.';")).toEqual(['1: cancell']);
    expect(found('a.md', 'Of `colour` and\n```\ncolour\n```\ncolour')).toEqual(['5: colour']);
  });

  test('in allowed names is ignored', () => {
    expect(found('a.ts', "const a = 'licences.txt';", ['licences\\.txt'])).toEqual([]);
  });

  test('is not checked in German texts', () => {
    expect(found('locales/de/video.json', '{"a":"Analyse anew"}')).toEqual([]);
    expect(found('a.ts', "const a = { en: { a: 'made anew' }, de: { a: 'Analyse anew' } };")).toEqual(['1: anew']);
  });
});

describe('the glossary', () => {
  const rules = glossaryRules(
    '| **Still** | A saved frame. Not: kept picture, entry. Not for it: photo. |\n| **Clip** | A range. |',
  );
  const refused = (text: string) => checkWording('a.ts', text, rules).map((violation) => violation.found);

  test('bans the words after "Not:", in the plural too', () => {
    expect(refused('/** Kept\n * pictures and entries, a photo. */')).toEqual(['Kept pictures', 'entries']);
    expect(refused("const a = 'An entry';")).toEqual(['entry']);
    expect(checkWording('a.ts', '// a kept picture', rules)[0]!.instead).toContain('still');
  });

  test('bans them as parts of names', () => {
    expect(refused('const keptPicture = 1, allKeptPictures = 2, MAX_ENTRIES = 3, entryOf = 4, myEntry = 5;')).toEqual([
      'keptPicture',
      'KeptPictures',
      'ENTRIES',
      'entry',
      'Entry',
    ]);
    expect(refused("import a from './kept-picture.ts';")).toEqual(['kept-picture']);
    expect(refused('const sentry = keptPictureless, REENTRY = 1;')).toEqual([]);
  });
});
