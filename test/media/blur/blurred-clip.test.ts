import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Region } from '../../../src/contract/search/visual.ts';
import { blurAreas } from '../../../src/media/blur/blur-areas.ts';
import type { FaceTrack } from '../../../src/media/blur/face-track.ts';
import { joinParts } from '../../../src/media/transcode/join.ts';
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
