import { describe, expect, it } from 'vitest';
import type { CodedFrame, FrameGroup } from '../../../../src/media/preview/frame-index.ts';
import { summarizeFrame } from '../../../../src/modules/scenes/frames/frame-summary.ts';
import { keyViews } from '../../../../src/modules/scenes/preview/key-views.ts';
import { seededRandom } from '../../../fixtures/random.ts';

const [WIDTH, HEIGHT] = [160, 90];

/** Groups of one second: a key frame and others of these sizes. */
function groupsOf(count: number, sizes: (index: number) => number[] = () => [200, 210, 190, 200]): FrameGroup[] {
  const frame = (time: number, sizeBytes: number, isKey: boolean): CodedFrame => {
    return { time, pts: BigInt(Math.round(time * 100)), sizeBytes, isKey, isReordered: false };
  };
  return Array.from({ length: count }, (_, index) => ({
    key: frame(index, 10_000, true),
    frames: sizes(index).map((size, i) => frame(index + (i + 1) / 5, size, false)),
    end: index + 1,
  }));
}

/** A view full of structure, different for every seed. */
function summaryOf(time: number, seed: number) {
  const random = seededRandom(seed);
  const blocks = Array.from({ length: 32 * 18 }, () => random() * 255);
  const luma = Uint8Array.from(
    { length: WIDTH * HEIGHT },
    (_, i) => blocks[Math.floor(i / WIDTH / 5) * 32 + Math.floor((i % WIDTH) / 5)]!,
  );
  const chroma = new Uint8Array((WIDTH * HEIGHT) / 4).fill(128);
  const planes = { width: WIDTH, height: HEIGHT, luma, chromaU: chroma, chromaV: chroma };
  return summarizeFrame({ index: 0, time, duration: 0.2, ...planes });
}

/** Reads the views of a video that shows another scene from `change` seconds on; returns what was decoded. */
async function read(groups: readonly FrameGroup[], change = Number.POSITIVE_INFINITY) {
  const decoded: number[] = [];
  const { seen, views } = await keyViews(groups, async (keys) => {
    decoded.push(...keys.map(({ time }) => time));
    return keys.map(({ time }) => summaryOf(time, time < change ? 1 : 2));
  });
  return { decoded, seen: seen.map(({ time }) => time), views };
}

describe('keyViews', () => {
  it('decodes only the ends where sizes leave no room for a cut, at most ten seconds apart', async () => {
    const { decoded, views } = await read(groupsOf(25));
    expect(decoded).toEqual([0, 10, 20, 24]);
    expect(views.size).toBe(25);
    expect(views.get(7)!.time).toBe(0);
  });

  it('decodes between ends that differ until the change is between neighbors', async () => {
    const { seen, views } = await read(groupsOf(9), 5);
    expect(seen).toEqual([0, 4, 5, 6, 8]);
    expect([...views].filter(([time, view]) => time < 5 !== view.time < 5)).toEqual([]);
  });

  it('decodes both ends of a group that a cut may be in', async () => {
    const { decoded } = await read(
      groupsOf(9, (index) => (index === 4 ? [200, 8000, 200, 200] : [200, 200, 200, 200])),
    );
    expect(decoded).toEqual([0, 4, 5, 8]);
  });

  it('decodes every key frame where there is nothing between them', async () => {
    const { decoded } = await read(groupsOf(4, () => []));
    expect(decoded).toEqual([0, 1, 2, 3]);
  });
});
