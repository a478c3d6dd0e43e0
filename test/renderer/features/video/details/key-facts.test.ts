import { expect, test } from 'vitest';
import { keyFacts } from '../../../../../src/renderer/features/video/details/key-facts.ts';
import { segment } from '../segment.ts';

test('counts shots, different objects and texts, and leaves out what says nothing', () => {
  const object = (start: number, label: string) => ({ ...segment(start, start + 1, label), data: { label } });
  const all = [
    segment(0, 5, 'Shot 1', 'scenes'),
    segment(5, 9, 'Shot 2', 'scenes'),
    object(0, 'dog'),
    object(3, 'dog'),
    object(4, 'car'),
    segment(1, 2, 'EXIT', 'ocr'),
    segment(6, 7, 'exit', 'ocr'),
  ];
  expect(keyFacts(all)).toEqual([
    { name: 'shots', count: 2 },
    { name: 'objects', count: 2 },
    { name: 'texts', count: 1 },
  ]);
  expect(keyFacts(all.slice(0, 1))).toEqual([]);
});
