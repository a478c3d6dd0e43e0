import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { joinParts } from '../../../src/media/transcode/join.ts';
import { type MediaSpec, writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { concat, silence, sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 48_000;

async function file(name: string, spec: MediaSpec): Promise<string> {
  const path = join(await tempFolder(), name);
  await writeMedia(path, spec);
  return path;
}

const film = (width: number, height: number, frameRate: number, seconds: number, gray: number) => ({
  width,
  height,
  frameRate,
  pictures: Array.from({ length: seconds * frameRate }, () => solid(width, height, [gray, gray, gray])),
});

/** Mean brightness at times, and whether there is sound in each quarter of a second. */
async function look(path: string) {
  const frames: { time: number; mean: number; edge: number }[] = [];
  const loud = new Set<number>();
  const { endTime } = await runMediaPass(path, [
    {
      needs: { luma: true, audio: true },
      onLuma({ time, luma, width }) {
        frames.push({ time, mean: luma.reduce((sum, value) => sum + value, 0) / luma.length, edge: luma[width + 1]! });
        return undefined;
      },
      onAudio({ time, samples }) {
        samples.forEach((sample, i) => {
          if (Math.abs(sample) > 0.1) loud.add(Math.floor((time + i / 16_000) * 4) / 4);
        });
      },
    },
  ]);
  const at = (time: number) => frames.filter((frame) => frame.time <= time + 1e-3).at(-1)!;
  return { at, loud: [...loud].sort((a, b) => a - b), endTime, frames };
}

test('parts of any size, rate, and streams take exactly their ranges, one after another', async () => {
  const wide = await file('wide.mp4', {
    video: film(160, 90, 25, 4, 200),
    audio: { sampleRate: RATE, samples: concat(silence(2, RATE), sine(440, 2, RATE)) },
  });
  const tall = await file('tall.mkv', { video: film(64, 128, 10, 3, 120) });
  const sound = await file('sound.wav', {
    audio: { codec: 'pcm_s16le', sampleRate: RATE, samples: sine(440, 3, RATE) },
  });
  const target = join(await tempFolder(), 'joined.mp4');
  const fractions: number[] = [];
  const seconds = await joinParts(
    [
      { path: wide, range: { start: 1.5, end: 3 } },
      { path: tall, range: { start: 0.5, end: 2.5 } },
      { path: sound, range: { start: 1, end: 2.5 } },
      { path: wide, range: { start: 3, end: 4 } },
    ],
    { target, canvas: { width: 160, height: 90 }, onProgress: (fraction) => fractions.push(fraction) },
  );
  expect(seconds).toBe(6);
  expect(fractions.at(-1)).toBe(1);
  const { video, audio, duration } = await probe(target);
  expect(video).toMatchObject({ codec: 'h264', width: 160, height: 90, rotation: 0 });
  expect(audio).toMatchObject({ codec: 'aac', sampleRate: RATE, channels: 2 });
  expect(duration).toBeCloseTo(6, 1);

  const seen = await look(target);
  expect(seen.at(0.7).mean).toBeGreaterThan(180);
  // A tall frame is whole, with black beside it.
  expect(seen.at(2).edge).toBeLessThan(30);
  expect(seen.at(2).mean).toBeGreaterThan(30);
  expect(seen.at(2).mean).toBeLessThan(90);
  expect(seen.at(4).mean).toBeLessThan(25);
  expect(seen.at(5.5).mean).toBeGreaterThan(180);
  // Sound of the first part begins half a second in, the tall film is silent.
  expect(seen.loud.filter((time) => time < 1.4)).toEqual([0.5, 0.75, 1, 1.25]);
  expect(seen.loud.filter((time) => time >= 1.75 && time < 3.25)).toEqual([]);
  expect(seen.loud).toContain(3.5);
  expect(seen.loud).toContain(5.75);
});

test('rotated frames stand upright', async () => {
  const phone = await file('phone.mp4', { video: { ...film(96, 64, 10, 2, 150), rotation: 90 } });
  const target = join(await tempFolder(), 'joined.mp4');
  await joinParts([{ path: phone, range: { start: 0, end: 2 } }], { target, canvas: { width: 64, height: 96 } });
  const { frames } = await look(target);
  expect(frames[3]!.edge).toBeGreaterThan(120);
});

test('sound alone needs no canvas, and a failure leaves no file', async () => {
  const sound = await file('sound.wav', {
    audio: { codec: 'pcm_s16le', sampleRate: RATE, samples: sine(440, 3, RATE) },
  });
  const target = join(await tempFolder(), 'joined.mp4');
  const part = { path: sound, range: { start: 0, end: 1 } };
  await joinParts([part, part], { target, canvas: null });
  const { video, duration } = await probe(target);
  expect(video).toBeNull();
  expect(duration).toBeCloseTo(2, 1);

  const missing = join(await tempFolder(), 'joined.mp4');
  const gone = { path: join(await tempFolder(), 'none.mp4'), range: { start: 0, end: 1 } };
  await expect(joinParts([part, gone], { target: missing, canvas: null })).rejects.toThrow();
  await expect(access(missing)).rejects.toThrow();
});
