import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledObjects, type ObjectEngine } from '../../../src/models/objects/index.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { photoStill } from '../../fixtures/objects.ts';
import { objectEngineSuite } from '../../suites/object-engine.ts';

objectEngineSuite(bundledObjects);

const photos = join(import.meta.dirname, '../../../../shared/media/photos');

/** The README beside the photos. */
const truth = {
  '000000005001': ['person'],
  '000000038829': ['bicycle', 'person', 'motorcycle'],
  '000000052891': ['dog', 'frisbee'],
  '000000215245': ['zebra'],
  '000000288685': ['sheep', 'dog', 'person'],
  '000000301421': ['tv', 'keyboard', 'mouse', 'chair'],
  '000000373353': ['bus', 'car', 'person'],
  '000000559707': ['broccoli', 'fork'],
  '000000574315': ['cat', 'laptop', 'person'],
  bus: ['bus', 'person'],
};
const ANIMALS = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'];
const VEHICLES = ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'];

describe.skipIf(!existsSync(photos))('real photos', () => {
  let engine: ObjectEngine;
  beforeAll(async () => {
    engine = await bundledObjects.load();
  });
  afterAll(() => engine.dispose());
  const labels = async (photo: string) => {
    const found = await engine.detect(await photoStill(join(photos, `${photo}.jpg`)), 0.27);
    return [...new Set(found.map(({ label }) => label as string))];
  };

  test.each(sample(Object.entries(truth), 2))('finds the objects of %s', WHOLE, async (photo, wanted) => {
    expect(await labels(photo)).toEqual(expect.arrayContaining(wanted));
  });

  test('finds no animal or vehicle on a plate', async () => {
    const found = await labels('000000419312');
    expect(found.filter((label) => [...ANIMALS, ...VEHICLES].includes(label))).toEqual([]);
  });
});
