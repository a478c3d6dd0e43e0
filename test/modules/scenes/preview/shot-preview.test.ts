import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKeyFrameReader } from '../../../../src/media/preview/key-frame-reader.ts';
import { ShotPreview } from '../../../../src/modules/scenes/preview/shot-preview.ts';
import { extendedTest, sample, WHOLE } from '../../../fixtures/extended.ts';
import { type Picture, type VideoSpec, writeMedia } from '../../../fixtures/media.ts';
import { grain, movingBox, solid, texture, withBox } from '../../../fixtures/pictures.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

const RATE = 25;

/** A view full of edges, different for every seed. */
function scenery(seed: number): Picture {
  const random = seededRandom(seed);
  const boxes = Array.from({ length: 70 }, () => ({
    x: Math.floor(random() * 280),
    y: Math.floor(random() * 150),
    width: 15 + Math.floor(random() * 60),
    height: 10 + Math.floor(random() * 40),
    color: [random() * 255, random() * 255, random() * 255] as const,
  }));
  return boxes.reduce((picture, { color, ...box }) => withBox(picture, box, color), texture(320, 180, seed));
}

/** Shots of these seconds, each with a moving object. */
function* shots(lengths: readonly number[]): Generator<Picture> {
  for (const [index, seconds] of lengths.entries())
    yield* movingBox(scenery(index + 1), seconds * RATE, 40, [220, 60, 60]);
}

async function preview(pictures: Iterable<Picture>, spec: Partial<VideoSpec>) {
  const path = join(await tempFolder(), 'clip.mp4');
  const common = { width: 320, height: 180, frameRate: RATE, bFrames: 3, keyFrames: 'regular' as const };
  await writeMedia(path, { video: { ...common, pictures, ...spec } });
  const reader = (await openKeyFrameReader(path))!;
  let decoded = 0;
  const read = reader.read.bind(reader);
  reader.read = (plans, onFrame, signal) => {
    const counting: typeof onFrame = (frame) => {
      decoded++;
      onFrame(frame);
    };
    return read(plans, counting, signal);
  };
  try {
    const look = new ShotPreview({ reader, duration: reader.info.duration });
    const sampleShots = await look.sampleShots();
    const usable = await look.index();
    const found = usable ? await look.shots() : [];
    const cuts = found.slice(1).map((shot) => shot.start_time);
    return { sampleShots, usable, limit: look.limit, found, cuts, decoded };
  } finally {
    reader.close();
  }
}

describe('ShotPreview', () => {
  it.each(sample(['regular', 'cuts'] as const, 1))(
    'finds cuts with a fraction of the decoding (key frames: %s)',
    WHOLE,
    async (keyFrames) => {
      const lengths = [5, 4, 7, 6, 8, 5];
      const { cuts, decoded, found } = await preview(shots(lengths), { gop: 50, keyFrames });
      const truth = [5, 9, 16, 22, 30];
      expect(cuts).toHaveLength(truth.length);
      for (const [i, cut] of cuts.entries()) expect(Math.abs(cut - truth[i]!)).toBeLessThanOrEqual(0.5);
      expect(decoded).toBeLessThan(35 * RATE * 0.3);
      expect(found.at(-1)!.end_time).toBeCloseTo(35, 1);
      expect(found.every(({ data }) => typeof data?.still_time === 'number')).toBe(true);
      expect(found[0]!.content).not.toContain('movement');
    },
  );

  it('decodes few key frames, and nothing between them, while the view is the same', async () => {
    const { cuts, decoded } = await preview(movingBox(texture(320, 180, 3), 20 * RATE, 30, [20, 200, 60]), { gop: 50 });
    expect(cuts).toEqual([]);
    expect(decoded).toBe(4);
  });

  extendedTest('finds a shot that interrupts another between key frames that show the same', async () => {
    function* interrupted(): Generator<Picture> {
      for (const [seed, seconds] of [
        [1, 4],
        [2, 2],
        [1, 6],
      ] as const)
        yield* movingBox(scenery(seed), seconds * RATE, 40, [220, 60, 60]);
    }
    const { cuts } = await preview(interrupted(), { gop: 200 });
    expect(cuts).toHaveLength(2);
    for (const [i, cut] of cuts.entries()) expect(Math.abs(cut - [4, 6][i]!)).toBeLessThanOrEqual(0.5);
  });

  extendedTest('decodes only key frames for a cut that sizes and the views around it show', async () => {
    const { cuts, decoded } = await preview(shots([7, 9]), { gop: 50 });
    expect(cuts).toHaveLength(1);
    expect(Math.abs(cuts[0]! - 7)).toBeLessThanOrEqual(0.5);
    // The first and last key frame of both shots.
    expect(decoded).toBe(4);
  });

  it('takes a flash for no cut', async () => {
    const pictures = [...movingBox(scenery(4), 12 * RATE, 40, [220, 60, 60])];
    pictures[130] = solid(320, 180, [255, 255, 255]);
    expect((await preview(pictures, { gop: 50 })).cuts).toEqual([]);
  });

  it('shows shots over the whole length before it has an index', async () => {
    const { sampleShots } = await preview(shots([10, 10, 10]), { gop: 50 });
    expect(sampleShots).toHaveLength(3);
    expect(sampleShots.at(-1)!.end_time).toBeCloseTo(30, 1);
  });

  extendedTest('samples a video whose frames are all key frames, and says so', async () => {
    const { limit, usable, cuts, decoded } = await preview(shots([5, 4, 6]), {
      gop: 1,
      bFrames: 0,
    });
    expect([limit, usable]).toEqual(['every-frame', true]);
    expect(cuts).toEqual([5, 9]);
    expect(decoded).toBeLessThan(30);
  });

  extendedTest('gives up on a video with one key frame, and says so', async () => {
    const { limit, usable } = await preview(shots([5, 5]), { gop: 1000 });
    expect([limit, usable]).toEqual(['few-key-frames', false]);
  });

  extendedTest('takes grain for no cut', async () => {
    const pictures = Array.from({ length: 6 * RATE }, (_, i) => grain(320, 180, i % 7, 128, 20));
    expect((await preview(pictures, { gop: 50, crf: 30 })).cuts).toEqual([]);
  });
});
