import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Region } from '../../../src/contract/search/visual.ts';
import { blurAreas } from '../../../src/media/blur/blur-areas.ts';
import type { FaceTrack } from '../../../src/media/blur/face-track.ts';
import { joinParts } from '../../../src/media/transcode/join.ts';
import { writeSideBySide } from '../../../src/media/transcode/side-by-side.ts';
import { transcode } from '../../../src/media/transcode/transcode.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { contrastIn, differenceOutside, FACE_FILM, faceAt, framesOf, writeFaceFilm } from '../../fixtures/faces.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const trackOf = (times: readonly number[]): FaceTrack => ({
  samples: times.map((time) => ({ time, box: faceAt(time) })),
});

async function faceFilm(rotation?: 90): Promise<string> {
  const path = join(await tempFolder(), 'film.mp4');
  await writeFaceFilm(path, rotation);
  return path;
}

/** Two samples per second. */
const sampled = Array.from({ length: 2 * FACE_FILM.seconds }, (_, i) => 0.3 + i / 2);
const withGap = sampled.filter((time) => time < 0.7 || time > 1.2);

test('no frame of a clip misses the face, and nothing else changes', async () => {
  const path = await faceFilm();
  const folder = await tempFolder();
  const range = { start: 0.5, end: 3.8 };
  const [plain, blurred] = [join(folder, 'plain.mp4'), join(folder, 'blurred.mp4')];
  const track = trackOf(withGap);
  await transcode(path, { target: plain, range });
  await transcode(path, { target: blurred, range, blur: [track] });

  const [before, after] = [await framesOf(plain), await framesOf(blurred)];
  expect(after).toHaveLength(before.length);
  expect(after.length).toBeGreaterThan(80);
  for (const [i, still] of after.entries()) {
    const time = range.start + still.time;
    const at = `frame at ${time.toFixed(2)} s`;
    expect(contrastIn(before[i]!, faceAt(time)), at).toBeGreaterThan(100);
    expect(contrastIn(still, faceAt(time)), at).toBeLessThan(30);
    expect(differenceOutside(before[i]!, still, blurAreas([track], time)), at).toBeLessThan(2);
  }
});

test('a face is blurred in a video that is shown turned, without copying it', async () => {
  const path = await faceFilm(90);
  const target = join(await tempFolder(), 'blurred.mp4');
  const turned = (time: number): Region => {
    const { x, y, width, height } = faceAt(time);
    // Turned clockwise: the left edge is on top.
    return { x: 1 - y - height, y: x, width: height, height: width };
  };
  const samples = sampled.map((time) => ({ time, box: turned(time) }));
  await transcode(path, { target, copyVideo: true, blur: [{ samples }] });
  const stills = await framesOf(target);
  expect(stills[0]).toMatchObject({ width: FACE_FILM.height, height: FACE_FILM.width });
  const misses = stills.filter((still) => contrastIn(still, turned(still.time)) > 30);
  expect(misses).toEqual([]);
});

extendedTest('a joined clip blurs each part where its picture is on the canvas', async () => {
  const path = await faceFilm();
  const target = join(await tempFolder(), 'joined.mp4');
  const canvas = { width: 320, height: 320 };
  const range = { start: 1, end: 1.4 };
  const parts = [
    { path, range, blur: [trackOf(sampled)] },
    { path, range },
  ];
  await joinParts(parts, { target, canvas });
  const stills = await framesOf(target);
  expect(stills).toHaveLength(20);
  const onCanvas = (time: number): Region => {
    const { y, height, ...box } = faceAt(time);
    const [top, scale] = [(canvas.height - FACE_FILM.height) / 2, FACE_FILM.height / canvas.height];
    return { ...box, y: top / canvas.height + y * scale, height: height * scale };
  };
  for (const still of stills.slice(0, 10)) expect(contrastIn(still, onCanvas(1 + still.time))).toBeLessThan(30);
  for (const still of stills.slice(10)) expect(contrastIn(still, onCanvas(0.6 + still.time))).toBeGreaterThan(100);
});

test('no tile of side-by-side clips misses the face, also turned, late, and with drift', async () => {
  const folder = await tempFolder();
  const { width, height, seconds: duration } = FACE_FILM;
  const [upright, side] = [await faceFilm(), await faceFilm(90)];
  const turned = ({ x, y, width: w, height: h }: Region): Region => ({ x: 1 - y - h, y: x, width: h, height: w });
  const asItIs = (box: Region): Region => box;
  // Square tiles, in which pictures stand between black bars.
  const part = height / width;
  const wide = (box: Region): Region => ({ ...box, y: (1 - part) / 2 + box.y * part, height: box.height * part });
  const high = (box: Region): Region => ({ ...box, x: (1 - part) / 2 + box.x * part, width: box.width * part });
  const parts = [
    { path: upright, offset: 0, drift: 0, boxOf: asItIs, place: wide },
    { path: upright, offset: 1.37, drift: 20_000, boxOf: asItIs, place: wide },
    { path: side, offset: 0.61, drift: 0, boxOf: turned, place: high },
  ];
  const range = { start: 1.2, end: 3 };
  const write = async (isBlurred: boolean) => {
    const target = join(folder, `${isBlurred}.mp4`);
    const tiles = parts.map(({ path, offset, drift, boxOf }) => ({
      file: { path, clock: { offset, drift_ppm: drift, duration } },
      label: null,
      ...(isBlurred && { blur: [{ samples: withGap.map((time) => ({ time, box: boxOf(faceAt(time)) })) }] }),
    }));
    await writeSideBySide({
      target,
      range,
      rate: { num: 25, den: 1 },
      columns: 2,
      tile: { width, height: width },
      tiles,
      sound: null,
    });
    return framesOf(target, 2 * width);
  };
  const [before, after] = [await write(false), await write(true)];
  const seen = parts.map(() => 0);
  for (const [i, still] of after.entries()) {
    for (const [n, { offset, drift, boxOf, place }] of parts.entries()) {
      const own = (range.start + still.time - offset) / (1 + drift / 1e6);
      // The frame that is shown began up to a frame before.
      const { x, y, width: w, height: h } = place(boxOf(faceAt(own)));
      const region = { x: ((n % 2) + x) / 2, y: (Math.floor(n / 2) + y) / 2, width: w / 2, height: h / 2 };
      if (own < 0 || own >= duration || contrastIn(before[i]!, region) <= 100) continue;
      seen[n]!++;
      expect(contrastIn(still, region), `tile ${n} at ${still.time.toFixed(2)} s`).toBeLessThan(30);
    }
  }
  // Each tile shows the face in nearly all of its frames.
  expect(seen).toEqual([expect.toSatisfy(isOften), expect.toSatisfy(isOften), expect.toSatisfy(isOften)]);
});

const isOften = (frames: number): boolean => frames > 30;
