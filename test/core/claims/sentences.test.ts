import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/claims/sentences.ts';

describe('splitSentences', () => {
  it.each([
    ['Dr. Weber opened 42 beds. Nobody was hurt.', ['Dr. Weber opened 42 beds. ', 'Nobody was hurt.']],
    ['Am 3. Mai kam J. Meyer. Dann ging er.', ['Am 3. Mai kam J. Meyer. ', 'Dann ging er.']],
    ['Hr. Weber kam. Mme. Blanc ging.', ['Hr. Weber kam. ', 'Mme. Blanc ging.']],
    ['- first point\n- second point', ['- first point\n', '- second point']],
    ['雨が降った。橋は閉鎖された。', ['雨が降った。', '橋は閉鎖された。']],
    ['It starts at 0:05. Then it ends.', ['It starts at 0:05. ', 'Then it ends.']],
    ['Taxes will rise. 250 people came.', ['Taxes will rise. ', '250 people came.']],
    ['It is No. 5 of them. He said “no.” 7 left.', ['It is No. 5 of them. ', 'He said “no.” ', '7 left.']],
    ['It costs approx. 5 euros, Nr. 3 am 5. Mai', ['It costs approx. 5 euros, Nr. 3 am 5. Mai']],
    ['It rose by 3.5 percent', ['It rose by 3.5 percent']],
    [' ', [' ']],
    ['', []],
  ])('splits %j', (text, parts) => {
    expect(splitSentences(text)).toEqual(parts);
    expect(parts.join('')).toBe(text);
  });
});
