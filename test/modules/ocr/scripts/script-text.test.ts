import { expect, test } from 'vitest';
import { joinWords } from '../../../../src/modules/ocr/scripts/script-text.ts';

const RATIO = 10;

test('joins words in logical order: the first of a line in Arabic is on the right', () => {
  const words = [
    { text: 'أخبار', confidence: 0.9, span: [0.6, 1] as const },
    { text: '24', confidence: 0.96, span: [0, 0.5] as const },
  ];
  const { text, positions, confidence } = joinWords(words, 'Arabic', RATIO);
  expect(text).toBe('أخبار 24');
  expect(positions!.at(0)).toBeGreaterThan(positions!.at(-1)!);
  expect(confidence).toBeCloseTo((5 * 0.9 + 2 * 0.96) / 7);
});

test('puts spaces where the line has them, not where the data does', () => {
  const word = (text: string, left: number, right: number) => ({ text, confidence: 1, span: [left, right] as const });
  expect(joinWords([word('오', 0, 0.1), word('늘', 0.112, 0.2), word('뉴스', 0.24, 0.4)], 'Korean', RATIO).text).toBe(
    '오늘 뉴스',
  );
  const arabic = [word('ل', 0.3, 0.35), word('قا', 0.36, 0.5)];
  expect(joinWords(arabic.toReversed(), 'Arabic', RATIO).text).toBe('قال');
  expect(joinWords([word('بكم', 0.6, 0.8), word('في', 0.4, 0.58)], 'Arabic', RATIO).text).toBe('بكم في');
  expect(joinWords([word('天気', 0, 0.1), word('は', 0.2, 0.3)], 'Japanese', RATIO).text).toBe('天気は');
});

test('writes today’s Greek, and Devanagari without invisible characters', () => {
  const one = (text: string) => [{ text, confidence: 1 }];
  expect(joinWords(one('Ἡ'), 'Greek', RATIO).text).toBe('Η');
  expect(joinWords(one('ημέρα'), 'Greek', RATIO).text).toBe('ημέρα');
  expect(joinWords(one('दिल्\u200dली'), 'Devanagari', RATIO).text).toBe('दिल्ली');
});
