import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { compareFindings } from '../../../src/server/evidence/compare-findings.ts';

const at = (start: number, content: string, end = start + 2): SegmentDraft => ({
  content,
  start_time: start,
  end_time: end,
  data: null,
});

test('tells added, gone, changed, and equal findings apart', () => {
  const from = [at(0, 'Good morning'), at(2, 'everybody here'), at(10, 'old news'), at(20, 'same time')];
  const to = [at(0.1, 'Good morning'), at(2, 'everybody hear'), at(15, 'new news'), at(20, 'same time')];
  const compared = compareFindings('transcription', from, to);
  expect(compared).toMatchObject({ added: 1, gone: 1, changed: 1, same: 2 });
  expect(compared.changes).toEqual([
    { kind: 'changed', module: 'transcription', from: from[1], to: to[1] },
    { kind: 'gone', module: 'transcription', from: from[2], to: null },
    { kind: 'added', module: 'transcription', from: null, to: to[2] },
  ]);
});

test('a finding that moved has changed', () => {
  expect(compareFindings('ocr', [at(0, 'TAXI')], [at(1, 'TAXI')])).toMatchObject({ changed: 1, same: 0 });
});

test('pairs each finding once, the best match first', () => {
  const from = [at(0, 'car', 5), at(0, 'car', 5)];
  const to = [at(0, 'car', 5), at(0, 'person', 5)];
  expect(compareFindings('visualelements', from, to)).toMatchObject({ same: 1, gone: 1, added: 1, changed: 0 });
});

test('compares a finding of a long transcript only with those near in time', () => {
  let read = 0;
  const counted = (segment: SegmentDraft): SegmentDraft =>
    new Proxy(segment, {
      get: (target, key) => {
        read++;
        return Reflect.get(target, key);
      },
    });
  const lines = (word: string) => Array.from({ length: 2000 }, (_, i) => counted(at(i * 2, `${word} ${i}`)));
  const { changed } = compareFindings('transcription', lines('alpha'), lines('beta'));
  expect(changed).toBe(2000);
  expect(read).toBeLessThan(100 * 2000);
});
