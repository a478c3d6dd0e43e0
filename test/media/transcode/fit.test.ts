import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { blackFrame } from '../../../src/media/transcode/fit.ts';

test('a black frame stays black when memory is collected', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const size = { width: 640, height: 180 };
  const frames = Array.from({ length: 20 }, () => blackFrame(size));
  for (let i = 0; i < 3; i++) collect();
  const other = Array.from({ length: 40 }, () => Buffer.alloc(640 * 180 * 1.5, 200));
  for (const frame of frames) {
    const [luma, ...chroma] = frame.data!;
    expect(luma!.every((value) => value === 16)).toBe(true);
    expect(chroma.map((plane) => plane.every((value) => value === 128))).toEqual([true, true]);
    frame.free();
  }
  expect(other).toHaveLength(40);
});
