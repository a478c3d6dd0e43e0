import { describe, expect, test } from 'vitest';
import { toRuns } from '../../../src/base/runs.ts';
import type { ModuleCoverage } from '../../../src/contract/analysis/coverage.ts';
import { SENSES } from '../../../src/contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { explainMiss, type Miss, type MissEvidence } from '../../../src/core/coverage-map/explain.ts';
import type { AnalysisFacts } from '../../../src/core/coverage-map/facts.ts';
import { limitsOf } from '../../../src/core/coverage-map/limits.ts';
import { missText } from '../../../src/core/coverage-map/miss-text.ts';
import { coverageSpans } from '../../../src/core/coverage-map/spans.ts';

const SECONDS = 6;
const every = (value: number, change: Record<number, number> = {}) =>
  toRuns(Array.from({ length: SECONDS }, (_, i) => change[i] ?? value));
/** Stills at every half second. */
const LOOKS = [0, 1, 50, 2 * SECONDS - 1];

function factsWith(change: Partial<AnalysisFacts> = {}, status: ModuleCoverage['status'] = 'completed'): AnalysisFacts {
  const notes = { looks: LOOKS, dropped: [] };
  return {
    duration: SECONDS,
    picture: { width: 1280, height: 720 },
    hasSound: true,
    skippedTracks: [],
    conditions: {
      picture: {
        frames: every(25, { 5: 0 }),
        brightness: every(180, { 1: 16 }),
        peak: every(220, { 1: 16 }),
        sharpness: every(80, { 2: 0 }),
      },
      sound: {
        speech: every(90, { 1: 0, 2: 10, 3: 30 }),
        level: every(-25, { 1: -90, 2: -20, 3: -50 }),
        noise: every(-60, { 1: -90, 2: -21, 4: -26 }),
      },
      modules: { ocr: notes, visualelements: notes, transcription: { looks: [], dropped: [] } },
    },
    coverage: SENSES.map((module) => ({
      module,
      status,
      findings: 0,
      start_time: 0,
      end_time: status === 'partial' ? 3 : SECONDS,
      engine: 'engine@1',
      error: null,
    })),
    ...change,
  };
}

const nothing: MissEvidence = { found: [], removed: [] };
const reasonOf = (miss: Partial<Miss> & { module: ModuleName }, facts = factsWith(), evidence = nothing) =>
  explainMiss(facts, { start: 0.2, end: 0.9, ...miss }, evidence).reason;

/** Facts in which a module dropped a candidate in the first second. */
function dropped(module: 'ocr' | 'visualelements' | 'transcription', content: string, height?: number): AnalysisFacts {
  const facts = factsWith();
  const candidate = { startTime: 0.1, endTime: 0.8, content, score: 0.3, minScore: 0.5, ...(height && { height }) };
  facts.conditions!.modules[module]!.dropped.push(candidate);
  return facts;
}

describe('the stage that lost something', () => {
  test.each([
    ['too_dark', { start: 1.1, end: 1.9 }],
    ['too_blurred', { start: 2.1, end: 2.9 }],
    ['not_decoded', { start: 5.1, end: 5.9 }],
    ['between_frames', { start: 3.1, end: 3.3 }],
    ['too_small', { height: 5 }],
    ['not_recognized', { height: 40 }],
  ] as const)('of a text: %s', (reason, miss) => {
    expect(reasonOf({ module: 'ocr', ...miss })).toBe(reason);
  });

  test.each([
    ['silent', 1],
    ['too_noisy', 2],
    ['below_threshold', 3],
    ['too_noisy', 4],
    ['not_recognized', 5],
  ] as const)('of speech: %s in second %i', (reason, second) => {
    expect(reasonOf({ module: 'transcription', start: second + 0.1, end: second + 0.9 })).toBe(reason);
  });

  test('is the run itself where there was none, or an incomplete one', () => {
    expect(reasonOf({ module: 'ocr' }, factsWith({}, 'not_run'))).toBe('not_run');
    expect(reasonOf({ module: 'ocr' }, factsWith({}, 'failed'))).toBe('failed');
    expect(reasonOf({ module: 'ocr' }, factsWith({}, 'preview'))).toBe('key_frames_only');
    expect(reasonOf({ module: 'ocr', start: 3.2, end: 3.9 }, factsWith({}, 'partial'))).toBe('incomplete');
    expect(reasonOf({ module: 'ocr', height: 5 }, factsWith({}, 'partial'))).toBe('too_small');
    expect(reasonOf({ module: 'ocr' }, factsWith({ conditions: null }))).toBe('not_recorded');
  });

  test('is a track that nobody listened to, unless speech was heard elsewhere', () => {
    const facts = factsWith({ skippedTracks: [2] });
    expect(explainMiss(facts, { module: 'transcription', start: 1.1, end: 1.9 }, nothing)).toMatchObject({
      reason: 'track_skipped',
      track: 2,
    });
    expect(reasonOf({ module: 'transcription', start: 4.1, end: 4.9 }, facts)).toBe('too_noisy');
  });

  test('is a label that the detector lacks, in either language, or a candidate with its score', () => {
    expect(reasonOf({ module: 'visualelements', text: 'crane' })).toBe('unknown_label');
    expect(reasonOf({ module: 'visualelements', text: 'Fahrrad' })).toBe('not_recognized');
    const seen = dropped('visualelements', 'bicycle');
    expect(explainMiss(seen, { module: 'visualelements', start: 0, end: 1, text: 'Fahrrad' }, nothing)).toMatchObject({
      reason: 'below_threshold',
      dropped: { score: 0.3, minScore: 0.5 },
    });
    expect(reasonOf({ module: 'visualelements', text: 'dog' }, seen)).toBe('not_recognized');
    expect(reasonOf({ module: 'ocr' }, dropped('ocr', 'Exlt', 30))).toBe('below_threshold');
    expect(reasonOf({ module: 'ocr' }, dropped('ocr', '', 6))).toBe('too_small');
    expect(reasonOf({ module: 'transcription' }, dropped('transcription', 'Thank you.'))).toBe('below_threshold');
  });

  test('is a user who removed it; and a finding was not lost', () => {
    const one = { id: '7', content: 'dog', start: 0, end: 1 };
    expect(reasonOf({ module: 'visualelements', text: 'dog' }, factsWith(), { found: [], removed: [one] })).toBe(
      'removed',
    );
    expect(reasonOf({ module: 'visualelements', text: 'dogs' }, factsWith(), { found: [one], removed: [] })).toBe(
      'found',
    );
    expect(reasonOf({ module: 'visualelements', text: 'cat' }, factsWith(), { found: [one], removed: [] })).toBe(
      'not_recognized',
    );
  });
});

test('spans follow each other without gaps, and limits name those that hid something', () => {
  const facts = factsWith({ skippedTracks: [2] });
  const spans = coverageSpans(facts, 'ocr');
  expect(spans.map(({ start_time, end_time, state }) => [start_time, end_time, state])).toEqual([
    [0, 1, 'examined'],
    [1, 2, 'too_dark'],
    [2, 3, 'too_blurred'],
    [3, 5, 'examined'],
    [5, 6, 'not_decoded'],
  ]);
  expect(spans[0]).toMatchObject({ looks_per_second: 2, recall: expect.any(Number), level_db: null });
  const messagesOf = (module: ModuleName) =>
    limitsOf(facts, module, coverageSpans(facts, module)).map(({ message }) => message);
  expect(messagesOf('ocr')).toContainEqual(expect.stringMatching(/too dark at 0:01–0:02$/));
  expect(messagesOf('ocr')).toContainEqual(expect.stringMatching(/lines under \d+ pixels/));
  expect(messagesOf('transcription')).toContainEqual(expect.stringMatching(/audio tracks not analyzed: 2$/));
  const notRun = factsWith({}, 'not_run');
  expect(limitsOf(notRun, 'ocr', coverageSpans(notRun, 'ocr'))).toMatchObject([
    { message: expect.stringMatching(/not analyzed$/) },
  ]);
});

test.each([
  ['transcription', 'no_sound', { hasSound: false }],
  ['ocr', 'no_picture', { picture: null }],
] as const)('%s of a file without its track: %s', (module, reason, change) => {
  const facts = factsWith(change, 'skipped');
  expect(reasonOf({ module }, facts)).toBe(reason);
  expect(reasonOf({ module }, factsWith({}, 'skipped'))).toBe('failed');
});

test('the sound of a file that ends within a frame before its picture is examined to the end', () => {
  const facts = factsWith({ duration: SECONDS + 0.04 });
  expect(coverageSpans(facts, 'transcription').at(-1)).toMatchObject({ state: 'examined', end_time: SECONDS + 0.04 });
  const late = factsWith({ duration: SECONDS + 0.5 });
  expect(coverageSpans(late, 'transcription').at(-1)).toMatchObject({ state: 'not_decoded', end_time: SECONDS + 0.5 });
});

test('a track that begins after the file, or ends before it, is missing there; damage is told apart', () => {
  const { picture, sound, ...rest } = factsWith().conditions!;
  const frames = every(25, { 0: 0, 4: 0 });
  const conditions = { ...rest, picture: { ...picture!, frames }, sound, isIntact: true };
  const facts = factsWith({ duration: SECONDS + 4, conditions });
  const statesOf = (module: ModuleName) =>
    coverageSpans(facts, module).map(({ start_time, end_time, state }) => [start_time, end_time, state]);
  expect(statesOf('scenes')).toEqual([
    [0, 1, 'no_picture'],
    [1, 2, 'too_dark'],
    [2, 3, 'too_blurred'],
    // A frame that is shown for seconds.
    [3, 6, 'examined'],
    [6, 10, 'no_picture'],
  ]);
  expect(statesOf('transcription').at(-1)).toEqual([6, 10, 'no_sound']);
  const textOf = (facts: AnalysisFacts) => {
    const miss = { module: 'transcription' as const, start: 8, end: 9 };
    return missText(miss, explainMiss(facts, miss, nothing), null).message;
  };
  expect(textOf(facts)).toBe('The file has no audio at 0:08.');
  expect(textOf(factsWith({ hasSound: false, duration: 10 }, 'skipped'))).toBe('The file has no audio track.');
  const damaged = { ...facts, conditions: { ...conditions, isIntact: false } };
  expect(coverageSpans(damaged, 'scenes').map(({ state }) => state)).toContain('not_decoded');
  expect(textOf(damaged)).toBe('The file can’t be decoded at 0:08.');
});
