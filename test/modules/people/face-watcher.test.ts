import { expect, test } from 'vitest';
import type { Face, FaceEngine } from '../../../src/models/faces/index.ts';
import type { Detection, ObjectEngine } from '../../../src/models/objects/index.ts';
import { FaceWatcher } from '../../../src/modules/people/face-watcher.ts';
import { solid, withBox } from '../../fixtures/pictures.ts';

const PLAIN = solid(320, 180, [90, 90, 90]);
const STOOD = withBox(PLAIN, { x: 140, y: 30, width: 40, height: 150 }, [200, 200, 200]);
const PERSON: Detection = { label: 'person', confidence: 0.7, x: 0.44, y: 0.17, width: 0.12, height: 0.8 };
const point = { x: 0, y: 0 };
const FACE: Face = {
  confidence: 0.7,
  x: 0.46,
  y: 0.18,
  width: 0.07,
  height: 0.12,
  landmarks: [point, point, point, point],
};

/** A watcher with scripted detectors, and the times at which people were looked for. */
function watcherOf(seen: (time: number) => { faces?: Face[]; small?: Face[]; people?: Detection[] }) {
  const looks: number[] = [];
  let now = 0;
  const faces = {
    detect: async () => seen(now).faces ?? [],
    detectSmall: async () => seen(now).small ?? [],
    describe: async (_: unknown, described: Face[]) => described.map(() => Float32Array.of(1)),
  } as unknown as FaceEngine;
  const findPeople = async () => {
    if (looks.at(-1) !== now) looks.push(now);
    return seen(now).people ?? [];
  };
  const objects = { detect: findPeople, detectLarge: findPeople } as unknown as ObjectEngine;
  const watcher = new FaceWatcher(faces, objects, { signal: new AbortController().signal });
  const show = async (picture: typeof PLAIN, time: number) => {
    now = time;
    await watcher.onStill({ ...picture, time });
  };
  return { watcher, looks, show };
}

test('looks for people once more when the picture comes to rest after the last look', async () => {
  const { watcher, looks, show } = watcherOf((time) => (time > 0 ? { people: [PERSON] } : {}));
  await show(PLAIN, 0);
  for (const time of [0.5, 0.75, 1, 1.25, 1.5]) await show(STOOD, time);
  expect(looks).toEqual([0, 0.75]);
  expect(watcher.finish().heads).toHaveLength(1);
});

test('a face that is seen once and not reported is hidden', async () => {
  const { watcher, show } = watcherOf(() => ({ faces: [FACE], people: [PERSON] }));
  await show(STOOD, 0);
  const { tracks, heads } = watcher.finish();
  expect(tracks).toEqual([]);
  expect(heads.map(({ boxes }) => boxes[0]!.x)).toEqual([FACE.x]);
});

test('in a crowd, small and weak faces and heads without a face are hidden, each once', async () => {
  const at = (x: number, confidence: number): Face => ({ ...FACE, x, width: 0.02, height: 0.04, confidence });
  const { watcher, show } = watcherOf(() => ({
    faces: [{ ...FACE, confidence: 0.9 }, at(0.1, 0.5)],
    small: [{ ...FACE, confidence: 0.8 }, at(0.1, 0.6), at(0.2, 0.4), at(0.3, 0.28)],
    people: [PERSON, { ...PERSON, x: 0.8, confidence: 0.4 }],
  }));
  await show(PLAIN, 0);
  await show(STOOD, 0.75);
  const { tracks, heads, doubts } = watcher.finish();
  expect(tracks.map(({ boxes }) => boxes[0]!.x)).toEqual([FACE.x]);
  expect(heads.map(({ boxes }) => boxes[0]!.x).sort()).toEqual([0.1, 0.2, expect.closeTo(0.82, 1)]);
  expect(doubts.map(({ boxes }) => boxes[0]!.x)).toEqual([0.3]);
});

test('people who are seen once are hidden until the picture changes', async () => {
  const weak = { ...FACE, confidence: 0.5 };
  const { watcher, show } = watcherOf(() => ({ faces: [weak], small: [{ ...weak, x: 0.1 }] }));
  await show(STOOD, 0);
  for (const time of [1, 30, 60]) await show(STOOD, time);
  expect(watcher.finish().heads.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
    [0, 60],
    [0, 60],
  ]);
});

test('an empty picture is not searched for small faces', async () => {
  const { watcher, show } = watcherOf(() => ({ small: [FACE] }));
  await show(STOOD, 0);
  expect(watcher.finish().heads).toEqual([]);
});

test('looks for faces at every changed still, also while none is in sight', async () => {
  const { watcher, show } = watcherOf(() => ({}));
  const boxAt = (x: number) => withBox(PLAIN, { x, y: 60, width: 30, height: 40 }, [200, 200, 200]);
  for (const [i, x] of [20, 80, 140, 200].entries()) await show(boxAt(x), i / 4);
  expect(watcher.looks).toBe(4);
});
