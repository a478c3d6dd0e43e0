import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledFaces, type FaceEngine } from '../../../src/models/faces/index.ts';
import { photoStill } from '../../fixtures/objects.ts';

const PHOTO = join(import.meta.dirname, '../../../../shared/media/photos/000000005001.jpg');

let engine: FaceEngine;
beforeAll(async () => {
  engine = await bundledFaces.load();
});
afterAll(() => engine.dispose());

test('finds nothing in an even picture', async () => {
  const gray = { width: 320, height: 180, rgb: new Uint8Array(320 * 180 * 3).fill(128) };
  expect(await engine.detect(gray, 0.5)).toEqual([]);
  expect(await engine.describe(gray, [])).toEqual([]);
});

test.skipIf(!existsSync(PHOTO))(
  'finds the faces of a group, and describes each by a unit vector of its own',
  async () => {
    const still = await photoStill(PHOTO);
    const faces = (await engine.detect(still, 0.7)).slice(0, 4);
    expect(faces).toHaveLength(4);
    const [first, second] = await engine.describe(still, faces);
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    expect(first).toHaveLength(128);
    expect(dot(first!, first!)).toBeCloseTo(1, 4);
    expect(dot(first!, second!)).toBeLessThan(0.95);
  },
);
