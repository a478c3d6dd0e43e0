import { expect, test } from 'vitest';
import type { ApiClient } from '../../../src/server/client/api-client.ts';
import { isVideoTime, secondsIn } from '../../../src/server/client/video-times.ts';

/** A client that knows one video. */
function apiOf(start_timecode: object | null, duration = 600) {
  const paths: string[] = [];
  const get = async (path: string) => {
    paths.push(path);
    return path.endsWith('/media') ? { start_timecode } : { name: 'a.mov', duration };
  };
  return { api: { get } as unknown as ApiClient, paths };
}
const PAL = { timecode: '10:00:00:00', frame_rate: 25, drop_frame: false, seconds: 36_000 };
const NTSC = { timecode: '00:59:59;28', frame_rate: 29.97, drop_frame: true, seconds: 3599.997 };
const SOUND = { timecode: '09:59:59.500', frame_rate: null, drop_frame: false, seconds: 35_999.5 };
const read = async (start: object | null, time: number | string, duration?: number) =>
  (await secondsIn(apiOf(start, duration).api, 'job', [time]))[0];

test('reads timecodes from the start timecode of the video', async () => {
  expect(await read(PAL, '10:00:05:12')).toBeCloseTo(5.48, 6);
  expect(await read(PAL, ' 10:09:59:24 ')).toBeCloseTo(599.96, 6);
  expect(await read(NTSC, '00:59:59;29')).toBeCloseTo(1 / 29.97, 4);
  // Drop frame leaves numbers out at the start of the minute, also if it is written without its sign.
  expect(await read(NTSC, '01:00:00:02')).toBeCloseTo((await read(NTSC, '01:00:00;02'))!, 9);
});

test('reads HH:MM:SS as a position, and as a timecode where the video has no such position', async () => {
  expect(await read(PAL, '0:05:00')).toBe(300);
  expect(await read(PAL, '10:00:05')).toBe(5);
  expect(await read(SOUND, '10:00:00.25')).toBe(0.75);
  expect(await read({ ...PAL, timecode: '00:01:00:00', seconds: 60 }, '00:02:00')).toBe(120);
  // A position beyond the end is for the caller to refuse.
  expect(await read(PAL, '00:20:00')).toBe(1200);
  expect(await read(null, '11:00:00')).toBe(39_600);
});

test('reads seconds and short positions without asking for the video', async () => {
  const { api, paths } = apiOf(PAL);
  expect(await secondsIn(api, 'job', [12.5, '7', '1:02.5'])).toEqual([12.5, 7, 62.5]);
  expect(paths).toEqual([]);
});

test.each([
  ['soon', PAL, 'Specify a time in seconds'],
  ['10:00:05:25', PAL, '“a.mov” has no timecode 10:00:05:25. It starts at 10:00:00:00.'],
  ['09:00:00:00', PAL, 'has no timecode'],
  ['10:00:05:12', null, '“a.mov” has no start timecode.'],
])('refuses %s', async (time, start, message) => {
  await expect(read(start, time)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(message),
  });
});

test('refuses a timecode of no video', async () => {
  await expect(secondsIn(apiOf(PAL).api, undefined, ['10:00:05:12'])).rejects.toThrow('specify its video');
  expect(['10:00:05:12', '10:00:05;12', '1:02:03.5', '12'].map(isVideoTime)).toEqual([true, true, true, true]);
  expect(['10:00:05:1234', 'soon', '1:2:3:4', ''].map(isVideoTime)).toEqual([false, false, false, false]);
});
