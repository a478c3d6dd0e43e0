import { expect, test } from 'vitest';
import type { CloserRecord } from '../../../src/contract/analysis/closer-look.ts';
import { SENSES } from '../../../src/contract/analysis/coverage-map.ts';
import { closerLookAt } from '../../../src/core/coverage-map/closer.ts';
import { explainMiss } from '../../../src/core/coverage-map/explain.ts';
import type { AnalysisFacts } from '../../../src/core/coverage-map/facts.ts';
import { closerText, limitsOf } from '../../../src/core/coverage-map/limits.ts';
import { coverageSpans } from '../../../src/core/coverage-map/spans.ts';

const look = (change: Partial<CloserRecord> = {}): CloserRecord => ({
  id: 'look',
  createdAt: '2026-11-27T12:00:00.000',
  start: 1.5,
  end: 3,
  region: null,
  tracks: [2],
  modules: [
    { module: 'ocr', engine: 'reader@4', looks: 40, error: null },
    { module: 'transcription', engine: 'whisper@1', looks: 0, error: null },
  ],
  seconds: 9,
  ...change,
});

const factsWith = (closer: CloserRecord[], status: 'completed' | 'not_run' = 'not_run'): AnalysisFacts => ({
  duration: 6,
  picture: { width: 1280, height: 720 },
  hasSound: true,
  skippedTracks: [2],
  conditions: {
    sound: { speech: [0, 6], level: [-90, 6], noise: [-90, 6] },
    modules: {},
    closer,
  },
  coverage: SENSES.map((module) => ({
    module,
    status,
    findings: 0,
    start_time: 0,
    end_time: 6,
    engine: null,
    error: null,
  })),
});

test('a closer look divides the spans, and examines what no analysis has', () => {
  expect(coverageSpans(factsWith([look()]), 'ocr')).toMatchObject([
    { start_time: 0, end_time: 1.5, state: 'not_run' },
    { start_time: 1.5, end_time: 3, state: 'examined', is_closer: true },
    { start_time: 3, end_time: 6, state: 'not_run' },
  ]);
  const facts = factsWith([look()]);
  const limits = limitsOf(facts, 'ocr', coverageSpans(facts, 'ocr')).map(({ message }) => message);
  expect(limits[0]).toBe('Text: not analyzed at 0:00–0:01, 0:03–0:06');
  expect(closerText(facts, 'ocr')?.message).toBe('Text: looked at closer at 0:01–0:03');
});

test('what a closer look found just as dark is one range', () => {
  const facts = factsWith([look()]);
  const spans = coverageSpans(facts, 'ocr').map((span) => ({ ...span, state: 'too_dark' as const }));
  expect(limitsOf(facts, 'ocr', spans)[0]?.message).toBe('Text: too dark at 0:00–0:06');
});

test.each([
  [6.44, 1],
  [6.49, 1],
  [7.3, 2],
])('sound of six seconds ends a video of %s seconds, as encoders write it, or lacks a part', (duration, parts) => {
  const facts = { ...factsWith([], 'completed'), duration };
  expect(coverageSpans(facts, 'transcription')).toHaveLength(parts);
  expect(coverageSpans(facts, 'transcription').at(-1)?.end_time).toBe(duration);
});

test('a region, or a module that could not run, examines nothing of the whole frame', () => {
  const region = { x: 0, y: 0, width: 0.5, height: 0.5 };
  const failed = look({ modules: [{ module: 'ocr', engine: null, looks: 0, error: { message: 'Not installed.' } }] });
  for (const one of [look({ region }), failed])
    expect(coverageSpans(factsWith([one]), 'ocr')).toMatchObject([{ start_time: 0, end_time: 6, state: 'not_run' }]);
  expect(closerLookAt(factsWith([look()]), 'ocr', { start: 1, end: 2 })).toBeUndefined();
});

test('a skipped track that was heard is no reason any more', () => {
  const miss = { module: 'transcription' as const, start: 1.6, end: 2.4 };
  const nothing = { found: [], removed: [] };
  expect(explainMiss(factsWith([], 'completed'), miss, nothing).reason).toBe('track_skipped');
  expect(explainMiss(factsWith([look()], 'completed'), miss, nothing).reason).toBe('silent');
});
