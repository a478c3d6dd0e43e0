import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Region } from '../../../src/contract/visual.ts';
import { blurAreas } from '../../../src/media/blur/blur-areas.ts';
import type { FaceTrack } from '../../../src/media/blur/face-track.ts';
import type { Still } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { joinParts, transcode } from '../../../src/media/transcode/index.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { paint } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const [WIDTH, HEIGHT, RATE] = [320, 180, 25];
const FACE = 40;
const SAMPLES_PER_SECOND = 2;
/** Pixel at the left of the face: it stands, then moves as fast as a person walks by, and back. */
const leftAt = (time: number) => Math.round(120 + 90 * Math.sin(Math.max(0, time - 0.6) * 1.8));
const boxAt = (time: number): Region => ({
  ...{ x: leftAt(time) / WIDTH, y: 60 / HEIGHT },
  ...{ width: FACE / WIDTH, height: FACE / HEIGHT },
});

/** A frame with a fine pattern that is the face, on a pattern that is not. */
function frameAt(time: number) {
  const left = leftAt(time);
  return paint(WIDTH, HEIGHT, (x, y) => {
    const isFace = x >= left && x < left + FACE && y >= 60 && y < 60 + FACE;
    if (isFace) return ((x - left) >> 1) % 2 === (y >> 1) % 2 ? [230, 230, 230] : [20, 20, 20];
    return (x >> 3) % 2 === (y >> 3) % 2 ? [150, 120, 90] : [110, 120, 130];
  });
}

/** @param times of the samples */
function trackOf(times: readonly number[]): FaceTrack {
  return { samples: times.map((time) => ({ time, box: boxAt(time) })) };
}

async function film(rotation?: 90): Promise<string> {
  const path = join(await tempFolder(), 'film.mp4');
  const pictures = Array.from({ length: 4 * RATE }, (_, i) => frameAt(i / RATE));
  await writeMedia(path, {
    video: { width: WIDTH, height: HEIGHT, frameRate: RATE, crf: 8, pictures, ...(rotation && { rotation }) },
  });
  return path;
}

async function stillsOf(path: string, maxSide = WIDTH): Promise<Still[]> {
  const stills: Still[] = [];
  await runMediaPass(path, [
    { needs: { stills: { intervalSeconds: 0, maxSide } }, onStill: (still) => void stills.push(still) },
  ]);
  return stills;
}

const grayAt = ({ rgb, width }: Still, x: number, y: number) => rgb[(y * width + x) * 3 + 1]!;

/** Largest difference of two neighbors inside a region: what a pattern is recognized by. */
function contrast(still: Still, { x, y, width, height }: Region): number {
  let most = 0;
  const [left, top] = [Math.ceil(x * still.width), Math.ceil(y * still.height)];
  for (let j = top; j < (y + height) * still.height - 1; j++) {
    for (let i = left; i < (x + width) * still.width - 1; i++) {
      most = Math.max(most, Math.abs(grayAt(still, i, j) - grayAt(still, i + 1, j)));
    }
  }
  return most;
}

/** Mean difference of two frames outside of areas. */
function differenceOutside(one: Still, other: Still, areas: readonly Region[]): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      const isInside = areas.some(
        (area) =>
          x >= area.x * one.width - 2 &&
          x <= (area.x + area.width) * one.width + 2 &&
          y >= area.y * one.height - 2 &&
          y <= (area.y + area.height) * one.height + 2,
      );
      if (isInside) continue;
      sum += Math.abs(grayAt(one, x, y) - grayAt(other, x, y));
      count++;
    }
  }
  return sum / count;
}

/** Times of samples, without those of a gap. */
const sampled = Array.from({ length: 4 * SAMPLES_PER_SECOND }, (_, i) => 0.3 + i / SAMPLES_PER_SECOND);
const withGap = sampled.filter((time) => time < 0.7 || time > 1.2);

test('no frame of a clip misses the face, and nothing else changes', async () => {
  const path = await film();
  const folder = await tempFolder();
  const range = { start: 0.5, end: 3.8 };
  const [plain, blurred] = [join(folder, 'plain.mp4'), join(folder, 'blurred.mp4')];
  const track = trackOf(withGap);
  await transcode(path, { target: plain, range });
  await transcode(path, { target: blurred, range, blur: [track] });

  const [before, after] = [await stillsOf(plain), await stillsOf(blurred)];
  expect(after).toHaveLength(before.length);
  expect(after.length).toBeGreaterThan(80);
  for (const [i, still] of after.entries()) {
    const time = range.start + still.time;
    const at = `frame at ${time.toFixed(2)} s`;
    const face = boxAt(Math.round(time * RATE) / RATE);
    expect(contrast(before[i]!, face), at).toBeGreaterThan(100);
    expect(contrast(still, face), at).toBeLessThan(30);
    expect(differenceOutside(before[i]!, still, blurAreas([track], time)), at).toBeLessThan(2);
  }
});

test('a face is blurred in a video that is shown turned, without copying it', async () => {
  const path = await film(90);
  const target = join(await tempFolder(), 'blurred.mp4');
  const turned = (time: number): Region => {
    const { x, y, width, height } = boxAt(time);
    // Turned clockwise: the left edge is on top.
    return { x: 1 - y - height, y: x, width: height, height: width };
  };
  const samples = sampled.map((time) => ({ time, box: turned(time) }));
  await transcode(path, { target, copyVideo: true, blur: [{ samples }] });
  const stills = await stillsOf(target);
  expect(stills[0]).toMatchObject({ width: HEIGHT, height: WIDTH });
  const misses = stills.filter((still) => contrast(still, turned(Math.round(still.time * RATE) / RATE)) > 30);
  expect(misses).toEqual([]);
});

test('a joined clip blurs each part where its picture is on the canvas', async () => {
  const path = await film();
  const target = join(await tempFolder(), 'joined.mp4');
  const canvas = { width: 320, height: 320 };
  const range = { start: 1, end: 1.4 };
  await joinParts(
    [
      { path, range, blur: [trackOf(sampled)] },
      { path, range },
    ],
    { target, canvas },
  );
  const stills = await stillsOf(target);
  expect(stills).toHaveLength(20);
  const onCanvas = (time: number): Region => {
    const box = boxAt(Math.round(time * RATE) / RATE);
    return { ...box, y: (70 + 60) / 320, height: FACE / 320 };
  };
  for (const still of stills.slice(0, 10)) expect(contrast(still, onCanvas(1 + still.time))).toBeLessThan(30);
  for (const still of stills.slice(10)) expect(contrast(still, onCanvas(1 + still.time - 0.4))).toBeGreaterThan(100);
});
