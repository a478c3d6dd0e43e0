import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/claims/sentences.ts';

describe('splitSentences', () => {
  it.each([
    ['Dr. Weber opened 42 beds. Nobody was hurt.', ['Dr. Weber opened 42 beds. ', 'Nobody was hurt.']],
    ['Am 3. Mai kam J. Meyer. Dann ging er.', ['Am 3. Mai kam J. Meyer. ', 'Dann ging er.']],
    ['- first point\n- second point', ['- first point\n', '- second point']],
    ['雨が降った。橋は閉鎖された。', ['雨が降った。', '橋は閉鎖された。']],
    ['It starts at 0:05. Then it ends.', ['It starts at 0:05. ', 'Then it ends.']],
    ['It rose by 3.5 percent', ['It rose by 3.5 percent']],
    [' ', [' ']],
    ['', []],
  ])('splits %j', (text, parts) => {
    expect(splitSentences(text)).toEqual(parts);
    expect(parts.join('')).toBe(text);
  });
});
