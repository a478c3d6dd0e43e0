import { expect, test } from 'vitest';
import { inLogicalOrder } from '../../../src/models/ocr/logical-order.ts';

const seen = (text: string) => ({
  text,
  confidence: 1,
  characters: [...text].map(() => 1),
  positions: [...text].map((_, i) => i),
});

test.each([
  ['reverses a line in Arabic', [...'مرحبا بكم'].reverse().join(''), 'مرحبا بكم'],
  ['keeps numbers and times', `12:30 ${[...'الساعة'].reverse().join('')}`, 'الساعة 12:30'],
  [
    'keeps Latin words',
    `${[...'اليوم'].reverse().join('')} BBC News ${[...'أخبار'].reverse().join('')}`,
    'أخبار BBC News اليوم',
  ],
  ['turns brackets', `(${[...'قاهرة'].reverse().join('')})`, '(قاهرة)'],
  ['leaves a line in Latin script', 'Weather (tomorrow)', 'Weather (tomorrow)'],
])('%s', (_name, visual, logical) => {
  const { text, positions } = inLogicalOrder(seen(visual));
  expect(text).toBe(logical);
  expect(positions!.toSorted((a, b) => a - b)).toEqual([...visual].map((_, i) => i));
});
