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
  ...{ confidence: 0.7, x: 0.46, y: 0.18, width: 0.07, height: 0.12 },
  landmarks: [point, point, point, point],
};

/** A watcher with scripted detectors, and the times at which people were looked for. */
function watcherOf(seen: (time: number) => { faces?: Face[]; people?: Detection[] }) {
  const looks: number[] = [];
  let now = 0;
  const faces = { detect: async () => seen(now).faces ?? [], describe: async () => [] } as unknown as FaceEngine;
  const objects = {
    async detectLarge() {
      looks.push(now);
      return seen(now).people ?? [];
    },
  } as unknown as ObjectEngine;
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
  expect(watcher.heads()).toHaveLength(1);
});

test('a face that is seen once and not reported leaves the head', async () => {
  const { watcher, show } = watcherOf(() => ({ faces: [FACE], people: [PERSON] }));
  await show(STOOD, 0);
  expect(watcher.finish()).toEqual([]);
  expect(watcher.heads()).toHaveLength(1);
});

test('looks for faces at every changed still, also while none is in sight', async () => {
  const { watcher, show } = watcherOf(() => ({}));
  const boxAt = (x: number) => withBox(PLAIN, { x, y: 60, width: 30, height: 40 }, [200, 200, 200]);
  for (const [i, x] of [20, 80, 140, 200].entries()) await show(boxAt(x), i / 4);
  expect(watcher.looks).toBe(4);
});
