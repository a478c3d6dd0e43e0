import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { type EventFile, type SideBySideRequest, writeSideBySide } from '../../../src/media/transcode/side-by-side.ts';
import { createStretcher } from '../../../src/media/transcode/sound-reader.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 48_000;
/** Times of the event at which all recordings see a flash and hear a beep, in seconds. */
const FLASHES = [2, 5.2, 8.04, 11.6];
const FLASH_SECONDS = 0.12;

interface Made {
  name: string;
  size: readonly [number, number];
  frameRate: number;
  offset: number;
  /** Seconds of the recording. */
  duration: number;
  driftPpm?: number;
}

/** A recording of the event by a clock that may drift. */
async function recording({ name, size, frameRate, offset, duration, driftPpm = 0 }: Made): Promise<EventFile> {
  const path = join(await tempFolder(), name);
  const eventTime = (time: number) => offset + time * (1 + driftPpm / 1e6);
  const isFlash = (time: number) => FLASHES.some((at) => eventTime(time) >= at && eventTime(time) < at + FLASH_SECONDS);
  const gray = (level: number) => solid(size[0], size[1], [level, level, level]);
  const [dark, bright] = [gray(60), gray(230)];
  const pictures = Array.from({ length: Math.round(duration * frameRate) }, (_, i) =>
    isFlash((i + 1e-6) / frameRate) ? bright : dark,
  );
  const samples = Float32Array.from({ length: duration * RATE }, (_, i) =>
    isFlash(i / RATE) ? 0.5 * Math.sin((2 * Math.PI * 1000 * i) / RATE) : 0,
  );
  const video = { width: size[0], height: size[1], frameRate, pictures };
  await writeMedia(path, { video, audio: { sampleRate: RATE, samples } });
  return { path, clock: { offset, drift_ppm: driftPpm, duration } };
}

/** Mean luma of each tile in each frame, and the times at which sound begins. */
async function look(path: string, columns: number, rows: number) {
  const frames: { time: number; tiles: number[] }[] = [];
  const beeps: number[] = [];
  let lastLoud = -1;
  await runMediaPass(path, [
    {
      needs: { luma: true, audio: true },
      onLuma({ time, luma, width, height }) {
        const sums = new Array<number>(columns * rows).fill(0);
        luma.forEach((value, i) => {
          const tile = Math.floor((Math.floor(i / width) * rows) / height) * columns;
          sums[tile + Math.floor(((i % width) * columns) / width)]! += value;
        });
        frames.push({ time, tiles: sums.map((sum) => (sum * columns * rows) / luma.length) });
        return undefined;
      },
      onAudio({ time, samples }) {
        samples.forEach((sample, i) => {
          if (Math.abs(sample) < 0.2) return;
          const now = time + i / 16_000;
          if (now - lastLoud > 0.5) beeps.push(now);
          lastLoud = now;
        });
      },
    },
  ]);
  const flashesOf = (tile: number) => {
    const levels = frames.map(({ tiles }) => tiles[tile]!);
    const middle = (Math.max(...levels) + levels[0]!) / 2;
    return frames.filter((_, i) => levels[i]! > middle && !(levels[i - 1]! > middle)).map(({ time }) => time);
  };
  return { frames, beeps, flashesOf };
}

async function make(request: Omit<SideBySideRequest, 'target'>): Promise<string> {
  const target = join(await tempFolder(), 'side-by-side.mp4');
  await writeSideBySide({ ...request, target });
  return target;
}

const tileOf = (file: EventFile | null) => ({ file, label: null });
const TILE = { width: 160, height: 90 };

test('pictures and sound are in sync to a frame, whatever the rates, offsets, and drift of the recordings', async () => {
  const camera = await recording({ name: 'a.mp4', size: [160, 90], frameRate: 25, offset: 0, duration: 12 });
  const phone = await recording({ name: 'b.mp4', size: [90, 160], frameRate: 30, offset: 1.37, duration: 12 });
  // 20,000 ppm: a fifth of a second in ten.
  const slow = {
    name: 'c.mkv',
    size: [160, 90],
    frameRate: 24,
    offset: 0.61,
    duration: 11.5,
    driftPpm: 20_000,
  } as const;
  const recorder = await recording(slow);
  const fractions: number[] = [];
  const path = await make({
    range: { start: 1, end: 12.5 },
    rate: { num: 25, den: 1 },
    columns: 2,
    tile: TILE,
    tiles: [camera, phone, recorder].map(tileOf),
    sound: recorder,
    onProgress: (fraction) => fractions.push(fraction),
  });
  const { flashesOf, beeps, frames } = await look(path, 2, 2);
  const expected = FLASHES.map((time) => time - 1);
  for (const tile of [0, 1, 2]) {
    const flashes = flashesOf(tile);
    expect(flashes).toHaveLength(FLASHES.length);
    // A frame of the recording, and one of the clip.
    for (const [i, time] of flashes.entries())
      expect(Math.abs(time - expected[i]!), `tile ${tile}`).toBeLessThan(0.045);
  }
  expect(beeps).toHaveLength(FLASHES.length);
  for (const [i, time] of beeps.entries()) expect(Math.abs(time - expected[i]!)).toBeLessThan(0.01);
  expect(frames.at(-1)!.time).toBeCloseTo(11.5 - 0.02, 1);
  expect(frames).toHaveLength(288);
  expect(fractions.at(-1)).toBe(1);
  expect(await probe(path)).toMatchObject({ video: { width: 320, height: 180 }, audio: { channels: 2 } });
});

test('a recording that is not running is its label, and silent', async () => {
  const whole = await recording({ name: 'a.mp4', size: [160, 90], frameRate: 25, offset: 0, duration: 8 });
  const late = await recording({ name: 'b.mp4', size: [160, 90], frameRate: 25, offset: 4, duration: 2 });
  const label = new Uint8Array(TILE.width * TILE.height).fill(90);
  const path = await make({
    range: { start: 3, end: 7 },
    rate: { num: 25, den: 1 },
    columns: 2,
    tile: TILE,
    tiles: [tileOf(whole), { file: late, label }, tileOf(null), { file: null, label }],
    sound: late,
  });
  const { frames, beeps, flashesOf } = await look(path, 2, 2);
  const tilesAt = (time: number) => frames.findLast((frame) => frame.time <= time + 1e-3)!.tiles;
  expect(tilesAt(0.5)[1]).toBeCloseTo(tilesAt(0.5)[3]!, 0);
  expect(tilesAt(0.96)[1]).toBeCloseTo(tilesAt(0.5)[1]!, 0);
  expect(tilesAt(1)[1]).toBeCloseTo(tilesAt(1)[0]!, 0);
  expect(tilesAt(2.96)[1]).toBeCloseTo(tilesAt(2.96)[0]!, 0);
  expect(tilesAt(3.04)[1]).toBeCloseTo(tilesAt(3.04)[3]!, 0);
  // Black is 16.
  expect(tilesAt(2)[2]).toBeLessThan(18);
  expect(flashesOf(0)).toEqual([expect.closeTo(2.2, 1)]);
  expect(beeps).toEqual([expect.closeTo(2.2, 2)]);
});

test('a range far from the start of the files is found by seeking', async () => {
  const file = await recording({ name: 'a.mp4', size: [160, 90], frameRate: 25, offset: -2, duration: 16 });
  const path = await make({
    range: { start: 7.5, end: 13 },
    rate: { num: 50, den: 1 },
    columns: 1,
    tile: TILE,
    tiles: [tileOf(file)],
    sound: file,
  });
  const { flashesOf, beeps } = await look(path, 1, 1);
  expect(flashesOf(0)).toEqual([expect.closeTo(0.54, 1), expect.closeTo(4.1, 1)]);
  expect(beeps).toEqual([expect.closeTo(0.54, 2), expect.closeTo(4.1, 2)]);
});

test('canceling leaves no file', async () => {
  const file = await recording({ name: 'a.mp4', size: [160, 90], frameRate: 25, offset: 0, duration: 4 });
  const target = join(await tempFolder(), 'canceled.mp4');
  const work = writeSideBySide({
    target,
    range: { start: 0, end: 4 },
    rate: { num: 25, den: 1 },
    columns: 1,
    tile: TILE,
    tiles: [tileOf(file)],
    sound: null,
    signal: AbortSignal.abort(),
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  await expect(probe(target)).rejects.toThrow();
});

test('stretched sound keeps its tone and its times', () => {
  const speed = 1.001;
  const out: number[] = [];
  const stretcher = createStretcher(speed, (samples, offset, count) => {
    for (let i = 0; i < count; i++) out.push(samples![(offset + i) * 2]!);
  });
  const samples = Float32Array.from({ length: 2 * RATE }, (_, i) => Math.sin((2 * Math.PI * 500 * (i >> 1)) / RATE));
  for (let done = 0; done < RATE; done += 1000) stretcher.append(samples, done, Math.min(1000, RATE - done));
  stretcher.finish();
  expect(out.length).toBe(Math.ceil(RATE * speed));
  const wrong = out.slice(0, -2).map((value, i) => Math.abs(value - Math.sin((2 * Math.PI * 500 * i) / speed / RATE)));
  expect(Math.max(...wrong)).toBeLessThan(0.001);
});
