import { describe, expect, test } from 'vitest';
import type { StartTimecode } from '../../src/contract/library/start-timecode.ts';
import { editingRate, exactRate, FRAME_RATES, frameAt, readRate } from '../../src/core/formats/frame-rate.ts';
import {
  frameOfHour,
  frameOfLabel,
  positionOfTimecode,
  readLabel,
  startAt,
  timecode,
  timecodeAt,
} from '../../src/core/formats/timecode.ts';

const start = (text: string, frame_rate: number | null, drop_frame = false, seconds = 0): StartTimecode => ({
  timecode: text,
  frame_rate,
  drop_frame,
  seconds,
});

describe('frame rates', () => {
  test.each([
    [29.97, { num: 30000, den: 1001 }],
    [23.976, { num: 24000, den: 1001 }],
    [59.94, { num: 60000, den: 1001 }],
    [25, { num: 25, den: 1 }],
    [12.5, { num: 12500, den: 1000 }],
  ])('%d', (fps, rate) => expect(exactRate(fps)).toEqual(rate));

  test.each([
    ['its own', [...FRAME_RATES], [...FRAME_RATES]],
    ['one that it wavers about', [29.83, 24.99, 30.001, 23.98, 59.9], [29.97, 25, 30, 23.976, 59.94]],
    ['a multiple of a slower one', [1, 5, 7.5, 10, 12.5, 14.985, 15, 20], [24, 25, 30, 30, 25, 29.97, 30, 60]],
    ['a wavering slow one', [14.9, 12.37], [29.97, 23.976]],
    ['a part of a faster one', [47.952, 90, 100, 119.88, 120, 239.76, 240], [23.976, 30, 50, 59.94, 60, 59.94, 60]],
    ['25 if unknown', [0, Number.NaN, 90_000], [25, 25, 25]],
  ])('a video is edited at %s', (_, own, edited) => expect(own.map((fps) => editingRate(fps))).toEqual(edited));

  test('a video of variable rate is edited at the rate of its timecode, a steady one at its own', () => {
    expect(editingRate(16.722, 25)).toBe(25);
    expect(editingRate(26.9, 29.97)).toBe(29.97);
    expect(editingRate(16.722, null)).toBe(50);
    expect(editingRate(24, 25)).toBe(24);
    expect(editingRate(50, 25)).toBe(50);
    expect(editingRate(120, 30)).toBe(60);
  });

  test('are read as people write them', () => {
    const written = ['25', '25.0', '23.98', '29.97 DF', '59.94DF'];
    expect(written.map(readRate)).toEqual(
      [
        { num: 25, den: 1 },
        { num: 25, den: 1 },
        { num: 24_000, den: 1001 },
        { num: 30_000, den: 1001, drop: true },
        { num: 60_000, den: 1001, drop: true },
      ].map((rate) => ('drop' in rate ? rate : expect.objectContaining(rate))),
    );
  });
});

describe('timecode', () => {
  /** By definition: each minute except every tenth skips the numbers :00 and :01. */
  test.each([29.97, 59.94])('of drop frame at %d skips numbers, not frames', (fps) => {
    const rate = exactRate(fps, true);
    const nominal = Math.round(fps);
    let [minute, second, number] = [0, 0, 0];
    for (let frame = 0; frame < fps * 1300; frame++) {
      const pad = (value: number) => String(value).padStart(2, '0');
      const wanted = `00:${pad(minute)}:${pad(second)};${pad(number)}`;
      if (timecode(frame, rate) !== wanted) expect(timecode(frame, rate), `frame ${frame}`).toBe(wanted);
      if (frameOfLabel(readLabel(wanted)!, rate) !== frame) expect(wanted).toBe(`frame ${frame}`);
      if (++number < nominal) continue;
      [number, second] = [0, second + 1];
      if (second < 60) continue;
      [second, minute] = [0, minute + 1];
      if (minute % 10 !== 0) number = nominal / 15;
    }
    expect(timecode(frameOfHour(1, rate), rate)).toBe('01:00:00;00');
    // An hour of timecode is accurate to a hundredth of a second.
    expect(Math.abs((frameOfHour(1, rate) * rate.den) / rate.num - 3600)).toBeLessThan(0.01);
    expect(timecode(frameOfHour(1, exactRate(25, true)), exactRate(25, true))).toBe('01:00:00:00');
  });

  test('counts every frame, and wraps at 24 hours', () => {
    const rate = exactRate(29.97);
    expect(timecode(frameAt(60, rate), rate)).toBe('00:00:59:28');
    expect(timecode(3600 * 25 + 61 * 25 + 7, exactRate(25))).toBe('01:01:01:07');
    for (const each of [exactRate(25), exactRate(29.97), exactRate(29.97, true), exactRate(60)]) {
      const day = frameOfHour(24, each);
      expect([timecode(day, each), timecode(day + 1, each)].map((text) => text.replace(';', ':'))).toEqual([
        '00:00:00:00',
        '00:00:00:01',
      ]);
      expect(frameOfLabel(readLabel(timecode(-1, each))!, each)).toBe(day - 1);
    }
  });

  test('is read with its separators; frame numbers that its rate lacks are refused', () => {
    expect(readLabel('01:02:03;04')).toEqual({ hours: 1, minutes: 2, seconds: 3, frames: 4, drop: true });
    expect(readLabel('24:00:00:00')).toMatchObject({ hours: 0, drop: false });
    for (const text of ['', '1:02:03', '00:60:00:00', '00:00:60:00', 'a:b:c:d', '00:00:00:0000'])
      expect(readLabel(text), text).toBeUndefined();
    expect(frameOfLabel(readLabel('00:00:00:25')!, exactRate(25))).toBeUndefined();
    expect(frameOfLabel(readLabel('00:00:00:100')!, exactRate(120))).toBe(100);
    // A number that drop frame leaves out.
    expect(timecode(frameOfLabel(readLabel('00:01:00;00')!, exactRate(29.97, true))!, exactRate(29.97, true))).toBe(
      '00:01:00;02',
    );
  });

  test('of a file keeps its hours, minutes, and seconds in a sequence of another rate', () => {
    const text = (own: StartTimecode, rate: ReturnType<typeof exactRate>) => {
      const { frame, rate: counted } = startAt(own, rate);
      return timecode(frame, counted);
    };
    const film = start('10:00:00:12', 25);
    expect([24, 23.976, 25, 30, 50, 60].map((fps) => text(film, exactRate(fps)))).toEqual([
      '10:00:00:11',
      '10:00:00:11',
      '10:00:00:12',
      '10:00:00:14',
      '10:00:00:24',
      '10:00:00:28',
    ]);
    const video = start('14:09:42;10', 29.97, true);
    expect([29.97, 59.94, 30].map((fps) => text(video, exactRate(fps)))).toEqual([
      '14:09:42;10',
      '14:09:42;20',
      '14:09:42:10',
    ]);
    const sound = start('10:00:00.500', null, false, 36_000.5);
    expect(text(sound, exactRate(24))).toBe('10:00:00:12');
    expect(startAt(null, exactRate(24)).frame).toBe(0);
  });

  test('of a position, and back', () => {
    const video = start('23:59:59;20', 29.97, true);
    expect(timecodeAt(video, 1.001)).toBe('00:00:00;20');
    for (const position of [0, 0.367, 12.345, 59.999]) {
      const text = timecodeAt(video, position, 'shown');
      expect(Math.abs(positionOfTimecode(text, video, 60)! - position), text).toBeLessThan(1001 / 30_000);
    }
    expect(positionOfTimecode('23:59:58;00', video, 60)).toBeUndefined();
    expect(positionOfTimecode('00:00:00:99', video, 60)).toBeUndefined();
    expect(positionOfTimecode('00:00:02', video, 60)).toBeCloseTo(2.336, 3);
    const sound = start('09:59:59.500', null, false, 35_999.5);
    expect(timecodeAt(sound, 1)).toBe('10:00:00.500');
    expect(positionOfTimecode('10:00:00.5', sound, 60)).toBe(1);
    expect(positionOfTimecode('10:00:00', sound, 0.2)).toBeUndefined();
  });
});
