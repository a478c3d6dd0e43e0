import { expect, test } from 'vitest';
import { markdownText, readMarkdown } from '../../../src/core/texts/markdown.ts';

const kinds = (text: string) => readMarkdown(text).map(({ kind, lines }) => [kind, lines.length]);

test('divides a note into blocks', () => {
  expect(kinds('# Title\nOne\ntwo\n\nThree\n- a\n- b\n1. c\n> said\n## Next\n## Last')).toEqual([
    ['heading', 1],
    ['paragraph', 2],
    ['paragraph', 1],
    ['bullets', 2],
    ['numbers', 1],
    ['quote', 1],
    ['heading', 1],
    ['heading', 1],
  ]);
  expect(readMarkdown(' \n\n')).toEqual([]);
});

test.each([
  ['a **b** c', ['text a ', 'strong b', 'text  c']],
  ['*a* _b_ snake_case_name 2*3*4', ['emphasis a', 'text  ', 'emphasis b', 'text  snake_case_name 2*3*4']],
  ['`**x**`', ['code **x**']],
  [
    '[site](https://example.org/a?b=1) and https://example.org.',
    ['link site', 'text  and ', 'link https://example.org.'],
  ],
])('reads %s', (text, parts) => {
  expect(readMarkdown(text)[0]!.lines[0]!.map(({ kind, text: part }) => `${kind} ${part}`)).toEqual(parts);
});

test.each(['[x](javascript:alert(1))', '<b>x</b>', '![x](data:image/png;base64,x)', '[x](//evil.example)'])(
  'leaves %s as text',
  (text) => {
    expect(readMarkdown(text)[0]!.lines[0]!.every(({ kind }) => kind === 'text')).toBe(true);
  },
);

test('gives the text of a note without its marks', () => {
  const note = '# Two **witnesses**:\n- Anna, [report](https://example.com)\n- _Ben_\n\n> 3 * 4 <b>';
  expect(markdownText(note)).toBe('Two witnesses: Anna, report Ben 3 * 4 <b>');
});
