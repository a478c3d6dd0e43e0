import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../../src/media/preview/frame-index.ts';
import { openKeyFrameReader } from '../../../src/media/preview/key-frame-reader.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { type VideoSpec, writeMedia } from '../../fixtures/media.ts';
import { movingBox, solid, texture } from '../../fixtures/pictures.ts';
import { sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 25;

async function write(spec: Partial<VideoSpec> = {}, extension = 'mp4'): Promise<string> {
  const path = join(await tempFolder(), `clip.${extension}`);
  const pictures = movingBox(texture(320, 180, 1), 4 * RATE, 40, [220, 60, 60]);
  const video = {
    width: 320,
    height: 180,
    frameRate: RATE,
    pictures,
    gop: 25,
    bFrames: 3,
    keyFrames: 'regular' as const,
  };
  await writeMedia(path, {
    video: { ...video, ...spec },
    audio: { sampleRate: 16_000, samples: sine(440, 4, 16_000) },
  });
  return path;
}

const rounded = (times: readonly number[]) => times.map((time) => Math.round(time * 100) / 100);

describe('openKeyFrameReader', () => {
  it.each(sample(['mp4', 'mkv', 'ts'], 1))('reads the groups of %s', WHOLE, async (extension) => {
    const reader = (await openKeyFrameReader(await write({}, extension)))!;
    try {
      const groups = await reader.groups();
      expect(rounded(groups.map(({ key }) => key.time - groups[0]!.key.time))).toEqual([0, 1, 2, 3]);
      expect(groups.map(({ frames }) => frames.length)).toEqual([24, 24, 24, 24]);
      expect(groups[0]!.frames.some(({ isReordered }) => isReordered)).toBe(true);
    } finally {
      reader.close();
    }
  });

  it.each(sample(['mp4', 'mkv', 'ts'], 1))('decodes chosen frames of %s', WHOLE, async (extension) => {
    const reader = (await openKeyFrameReader(await write({}, extension)))!;
    try {
      const groups = await reader.groups();
      const seen: number[] = [];
      const second = groups[2]!;
      const last = second.frames.findLast(({ isReordered }) => !isReordered)!;
      await reader.read(
        [
          { key: groups[3]!.key, frames: [] },
          { key: second.key, frames: [last] },
        ],
        ({ time }) => void seen.push(time),
      );
      expect(rounded(seen.toSorted((a, b) => a - b))).toEqual(
        rounded([second.key.time, last.time, groups[3]!.key.time]),
      );
    } finally {
      reader.close();
    }
  });

  it('decodes the key frames nearest to given times once, before an index is read', async () => {
    const reader = (await openKeyFrameReader(await write()))!;
    try {
      const seen: number[] = [];
      await reader.nearest([0.2, 0.4, 2.9], ({ time }) => void seen.push(time));
      expect(rounded(seen)).toEqual([0, 2]);
    } finally {
      reader.close();
    }
  });

  it('reads the chosen video track', async () => {
    const path = join(await tempFolder(), 'dash-camera.mkv');
    const track = (width: number) => ({
      width,
      height: 90,
      frameRate: 10,
      gop: 10,
      pictures: Array.from({ length: 20 }, () => solid(width, 90, [90, 30, 200])),
    });
    await writeMedia(path, { video: [track(160), track(120)] });
    const widths: number[] = [];
    for (const video of [null, 2]) {
      const reader = (await openKeyFrameReader(path, { audio: null, video }))!;
      try {
        expect(await reader.groups()).toHaveLength(2);
        await reader.nearest([1], ({ retain }) => {
          const still = retain();
          widths.push(still.toStill(1000).width);
          still.release();
        });
      } finally {
        reader.close();
      }
    }
    expect(widths).toEqual([160, 120]);
  });

  it('makes stills of frames', async () => {
    const reader = (await openKeyFrameReader(await write({ pictures: [solid(320, 180, [200, 30, 30])] })))!;
    try {
      const sides: number[][] = [];
      await reader.nearest([0], (frame) => {
        const kept = frame.retain();
        const { width, height } = kept.toStill(160);
        sides.push([width, height]);
        kept.release();
      });
      expect(sides).toEqual([[160, 90]]);
    } finally {
      reader.close();
    }
  });

  it('is absent without video', async () => {
    const path = join(await tempFolder(), 'sound.wav');
    await writeMedia(path, { audio: { sampleRate: 16_000, samples: sine(440, 1, 16_000), codec: 'pcm_s16le' } });
    expect(await openKeyFrameReader(path)).toBeNull();
  });
});

describe('groupsOf', () => {
  const frame = (time: number, isKey = false) => ({
    time,
    isKey,
    pts: BigInt(Math.round(time * 1000)),
    sizeBytes: 1,
    isReordered: false,
  });

  it('orders frames by presentation and drops those before the first key frame', () => {
    const groups = groupsOf([frame(0), frame(1, true), frame(3), frame(2), frame(4, true)], 5);
    expect(groups.map(({ key, frames, end }) => [key.time, frames.map(({ time }) => time), end])).toEqual([
      [1, [2, 3], 4],
      [4, [], 5],
    ]);
  });
});
