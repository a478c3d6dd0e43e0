import { expect, test } from 'vitest';
import { timeOfText } from '../../../../../src/renderer/features/video/player/time-of-text.ts';

const start = { timecode: '00:00:10:00', frame_rate: 25, drop_frame: false, seconds: 10 };
const at = (text: string, clock: 'position' | 'timecode', known: typeof start | null = start) =>
  timeOfText(text, { start: known, duration: 60, clock });

test('a position or a timecode; one that may be either as the clock shows it', () => {
  expect(at('0:20', 'position')).toBe(20);
  expect(at('00:00:12:05', 'position')).toBeCloseTo(2.22, 5);
  expect(at('00:00:20', 'position')).toBe(20);
  expect(at('00:00:20', 'timecode')).toBeCloseTo(10.02, 5);
  expect(at('0:05', 'timecode')).toBe(5);
});

test('nothing outside of the video, and no timecode without one', () => {
  for (const text of ['1:01', '00:00:09:00', '00:01:10:12', 'soon', ''])
    expect(at(text, 'timecode'), text).toBeUndefined();
  expect(at('00:00:12:05', 'timecode', null)).toBeUndefined();
});
