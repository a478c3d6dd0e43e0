import { expect, it } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { openVisionClient } from '../../../src/modules/shared/vision/vision-client.ts';
import { detectOpenVocabulary, namesIn } from '../../../src/modules/visualelements/open-vocabulary.ts';
import { ollamaDouble, seeingContext, settingsFor } from '../../fixtures/ollama.ts';

it('merges objects beyond the bundled labels without duplicates, each with its still', async () => {
  const double = await ollamaDouble({ answer: () => ({ things: ['A man', 'bikes', 'Bicycle', 'Helmet', 'dog'] }) });
  const detections: SegmentDraft[] = ['person', 'bicycle'].map((label) => ({
    content: label,
    start_time: 0,
    end_time: 12,
    data: { label, still_time: 1 },
  }));
  const { context } = seeingContext();
  const vision = await openVisionClient(settingsFor(double.url), context, { message: 'Nothing is seen' });
  const seen = await detectOpenVocabulary(detections, [1, 6], [], vision!, context);
  expect(seen.slice(0, 2)).toEqual(detections);
  expect(seen.slice(2).map(({ content, start_time, end_time }) => [content, start_time, end_time])).toEqual([
    ['helmet', 1, 12],
    ['dog', 1, 12],
  ]);
  expect(seen[2]?.data).toMatchObject({ label: 'helmet', still_time: 1 });
});

it('ends an object with the shot of its still', async () => {
  const double = await ollamaDouble({ answer: () => ({ things: ['Helmet'] }) });
  const { context } = seeingContext();
  const vision = await openVisionClient(settingsFor(double.url), context, { message: 'Nothing is seen' });
  const seen = await detectOpenVocabulary([], [1, 6, 8], [4, 8], vision!, context);
  expect(seen.map(({ start_time, end_time, data }) => [start_time, end_time, data?.still_time])).toEqual([
    [1, 4, 1],
    [6, 8, 6],
    [8, 12, 8],
  ]);
});

it('normalizes names to labels', () => {
  expect(namesIn(['The Sofas', 'couch', 'people', 'Glass', '<b>', 'x'.repeat(80)])).toEqual([
    'couch',
    'person',
    'glass',
    'b',
  ]);
});
