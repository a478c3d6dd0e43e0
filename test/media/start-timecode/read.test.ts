import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../../src/media/probe.ts';
import { type MediaSpec, type VideoSpec, writeMedia } from '../../fixtures/media.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { plainWav } from '../../fixtures/wav.ts';

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: folder, remove } = await createTempFolder());
});
afterAll(() => remove());

const SIZE = { width: 160, height: 96 };
const videoOf = (frameRate: number, more: Partial<VideoSpec> = {}): VideoSpec => ({
  ...SIZE,
  frameRate,
  pictures: Array.from({ length: 5 }, () => ({ ...SIZE, rgb: new Uint8Array(SIZE.width * SIZE.height * 3).fill(90) })),
  ...more,
});

/** Writes a file and returns its start timecode. @param change of its bytes */
async function startOf(name: string, spec: MediaSpec, change?: (bytes: Buffer) => void) {
  const path = join(folder, name);
  await writeMedia(path, spec);
  if (change) {
    const bytes = await readFile(path);
    change(bytes);
    await writeFile(path, bytes);
  }
  return (await probe(path)).startTimecode;
}
const textOf = async (...parts: Parameters<typeof startOf>) => {
  const start = await startOf(...parts);
  return start && [start.timecode, start.frame_rate, start.drop_frame];
};

const [NTSC, NTSC60, FILM] = [30_000 / 1001, 60_000 / 1001, 24_000 / 1001];
test.each([
  ['a.mov', 25, '01:00:00:00', ['01:00:00:00', 25, false]],
  ['b.mp4', NTSC, '14:09:42;10', ['14:09:42;10', 29.97, true]],
  ['c.mov', NTSC, '14:09:42:10', ['14:09:42:10', 29.97, false]],
  ['d.mov', NTSC60, '23:59:59;59', ['23:59:59;59', 59.94, true]],
  ['e.mov', FILM, '10:20:30:23', ['10:20:30:23', 23.976, false]],
  ['f.mov', 50, '10:20:30:49', ['10:20:30:49', 50, false]],
  ['g.mov', 10, '00:00:01:05', ['00:00:01:05', 10, false]],
  ['h.mov', 120, '00:00:01:100', ['00:00:01:100', 120, false]],
  // No timecode counts halves of frames.
  ['i.mov', 12.5, '09:00:00:00', ['09:00:00:00', 25, false]],
  // Drop frame is an error of files at other rates.
  ['j.mov', 30, '01:00:00;00', ['01:00:00:00', 30, false]],
  ['k.mkv', 24, '01:02:03;04', ['01:02:03:04', 24, false]],
  ['l.mkv', NTSC, '01:02:03;04', ['01:02:03;04', 29.97, true]],
  ['m.mkv', 25, '25:00:00:00', ['01:00:00:00', 25, false]],
  ['n.mkv', 25, '00:00:00:25', null],
  ['o.mkv', 25, 'yesterday', null],
])('reads the timecode of %s at %d frames per second: %s', async (name, frameRate, timecode, expected) => {
  expect(await textOf(name, { video: videoOf(frameRate), tags: { timecode } })).toEqual(expected);
});

test('reads MXF and AVI', async () => {
  const video = videoOf(NTSC, { codec: 'mpeg2video' });
  const expected = ['10:00:00;02', 29.97, true];
  expect(await textOf('a.mxf', { video, tags: { timecode: '10:00:00;02' } })).toEqual(expected);
  const mpeg4 = videoOf(25, { codec: 'mpeg4' });
  expect(await textOf('a.avi', { video: mpeg4, tags: { timecode: '05:06:07:08' } })).toEqual([
    '05:06:07:08',
    25,
    false,
  ]);
});

test('a file without timecode has none', async () => {
  expect(await startOf('none.mp4', { video: videoOf(25) })).toBeNull();
});

/**
 * Changes the sample description of the timecode track: flags at 8, frames per second by scale and duration, and as a
 * number.
 */
const track = (change: (bytes: Buffer, at: number) => void) => (bytes: Buffer) => {
  for (let at = bytes.indexOf('stsd'); at >= 0; at = bytes.indexOf('stsd', at + 4)) {
    if (bytes.toString('latin1', at + 16, at + 20) === 'tmcd') return change(bytes, at + 20);
  }
  throw new Error('no timecode track');
};
const FLAGS = 12;
const rate = (scale: number, duration: number, count: number) =>
  track((bytes, at) => {
    bytes.writeUInt32BE(scale, at + FLAGS + 4);
    bytes.writeUInt32BE(duration, at + FLAGS + 8);
    bytes[at + FLAGS + 12] = count;
  });

test('drop frame at 24, which FFmpeg refuses to read, is ignored', async () => {
  const drop = track((bytes, at) => bytes.writeUInt32BE(1, at + FLAGS));
  const spec = { video: videoOf(24), tags: { timecode: '01:00:00:12' } };
  expect(await textOf('drop24.mov', spec, drop)).toEqual(['01:00:00:12', 24, false]);
});

test('a timecode track has a rate of its own', async () => {
  // The count of the first frame stays: 90,000.
  const spec = { video: videoOf(50), tags: { timecode: '00:30:00:00' } };
  expect(await startOf('half.mov', spec, rate(25, 1, 25))).toEqual({
    timecode: '01:00:00:00',
    frame_rate: 25,
    drop_frame: false,
    seconds: 3600,
  });
  // A nominal rate of 30 beside video of 59.94.
  const ntsc = { video: videoOf(NTSC60), tags: { timecode: '00:30:00:00' } };
  expect(await textOf('nominal.mov', ntsc, rate(30, 1, 30))).toEqual(['01:00:00:00', 29.97, false]);
});

/** Sets the time of the first group of pictures (ISO/IEC 13818-2, 6.3.8). */
const group =
  ([drop, hours, minutes, seconds, frames]: readonly [number, number, number, number, number]) =>
  (bytes: Buffer) => {
    const at = bytes.indexOf(Buffer.from([0, 0, 1, 0xb8])) + 4;
    const rest = bytes.readUInt32BE(at) & 0x7f;
    const bits = (drop << 31) | (hours << 26) | (minutes << 20) | (1 << 19) | (seconds << 13) | (frames << 7);
    bytes.writeUInt32BE((bits | rest) >>> 0, at);
  };

test.each(['gop.ts', 'gop.mpg'])('reads the header of a group of pictures: %s', async (name) => {
  const spec = { video: videoOf(25, { codec: 'mpeg2video' }) };
  expect(await textOf(name, spec, group([0, 10, 11, 12, 13]))).toEqual(['10:11:12:13', 25, false]);
  expect(await textOf(name, spec, group([0, 0, 0, 0, 0]))).toBeNull();
  expect(await textOf(name, spec, group([0, 24, 0, 0, 0]))).toBeNull();
});

test('the timecode of a group of pictures is that of its video, which may start after the sound', async () => {
  const late = Array.from({ length: 5 }, (_, i) => ({
    ...SIZE,
    rgb: new Uint8Array(SIZE.width * SIZE.height * 3),
    time: 0.4 + i / 25,
  }));
  const video = videoOf(25, { codec: 'mpeg2video', pictures: late, bFrames: 2 });
  const audio = { sampleRate: 48_000, codec: 'libmp3lame' as const, samples: new Float32Array(48_000) };
  const start = await startOf('late.ts', { video, audio }, group([0, 0, 0, 0, 5]));
  expect(start!.timecode).toMatch(/^23:59:59:(?:19|20|21)$/);
});

test('reads the time reference of a broadcast wave file', async () => {
  const wav = plainWav(new Float32Array(4800), 48_000, 1, 's16');
  const extension = Buffer.alloc(8 + 602);
  extension.write('bext', 0);
  extension.writeUInt32LE(602, 4);
  extension.writeBigUInt64LE(48_000n * 36_000n + 12_000n, 8 + 338);
  const path = join(folder, 'bext.wav');
  await writeFile(path, Buffer.concat([wav.subarray(0, 36), extension, wav.subarray(36)]));
  expect((await probe(path)).startTimecode).toEqual({
    timecode: '10:00:00.250',
    frame_rate: null,
    drop_frame: false,
    seconds: 36_000.25,
  });
});
