import { expect, it } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { hasTranslation, translated } from '../../../src/core/transcript/translated.ts';

const line = (content: string, data: Segment['data'], module: Segment['module'] = 'transcription'): Segment => ({
  id: content,
  module,
  content,
  start_time: 1,
  end_time: 2,
  engine: 'e@1',
  data,
});

it('replaces transcript lines by their translation', () => {
  const words = [{ text: 'Hallo', start_time: 1, end_time: 2 }];
  const segments = [
    line('Hallo', { language: 'de', words, speaker: 'S1', translation: 'Hello' }),
    line('Ähm', { language: 'de', words }),
    line('Yes', { language: 'en', words }),
    line('a dog', null, 'visualelements'),
  ];
  expect(hasTranslation(segments)).toBe(true);
  expect(hasTranslation(segments.slice(1))).toBe(false);
  const english = translated(segments);
  expect(english.map(({ content }) => content)).toEqual(['Hello', 'Yes', 'a dog']);
  expect(english[0]!.data).toEqual({ language: 'de', speaker: 'S1' });
  expect(english[1]!.data?.words).toEqual(words);
});
