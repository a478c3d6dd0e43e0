import { expect, test } from 'vitest';
import type { Results } from '../../../../src/contract/analysis/results.ts';
import { emptyReason } from '../../../../src/renderer/features/export/formats.ts';

test.each(['srt', 'vtt', 'txt'] as const)('states that there is no speech to export as %s', (format) => {
  const silent = { visualelements: [{ id: '1', start_time: 0, end_time: 1, content: 'car' }] } as unknown as Results;
  expect(emptyReason(format, silent)).toBe('empty.speech');
  const spoken = { transcription: [{ id: '1', start_time: 0, end_time: 1, content: 'Hello.' }] } as unknown as Results;
  expect(emptyReason(format, spoken)).toBeNull();
});

test('states that chapters for YouTube are too few, and nothing of other formats', () => {
  const results = { duration: 60, segments: [] } as unknown as Results;
  expect(emptyReason('youtube', results)).toBe('empty.youtube');
  expect(emptyReason('csv', results)).toBeNull();
});
