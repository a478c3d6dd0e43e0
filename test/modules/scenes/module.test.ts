import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extendedTest } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import type { VideoSpec } from '../../fixtures/media-spec.ts';
import { blend, solid, withBox } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { cutsOf, findShots, HEIGHT, stretches, view, WIDTH } from './run.ts';

async function shotsOf(video: VideoSpec, file = 'clip.mp4') {
  const path = join(await tempFolder(), file);
  await writeMedia(path, { video });
  return findShots(path);
}

const BLACK = solid(WIDTH, HEIGHT, [0, 0, 0]);
const WHITE = solid(WIDTH, HEIGHT, [255, 255, 255]);
const mixes = (a: ReturnType<typeof view>, b: ReturnType<typeof view>, count: number) =>
  Array.from({ length: count }, (_, i): [ReturnType<typeof view>, number] => [blend(a, b, (i + 1) / (count + 1)), 1]);

describe('scenes', () => {
  it('finds hard cuts at the exact frame, with a keyframe inside each shot', async () => {
    const { shots, stills } = await shotsOf({
      ...stretches(25, [view(1), 25], [view(2), 13], [view(3), 30]),
      gop: 500,
    });
    expect(cutsOf(shots)).toEqual([1, 1.52]);
    expect(shots.at(-1)!.end_time).toBe(2.72);
    expect(shots.map((shot) => shot.data!['transition'])).toEqual([
      null,
      { kind: 'cut', start: 1, end: 1 },
      { kind: 'cut', start: 1.52, end: 1.52 },
    ]);
    for (const [i, shot] of shots.entries()) {
      expect(shot.data!.still_time).toBeGreaterThanOrEqual(shot.start_time);
      expect(shot.data!.still_time).toBeLessThan(shot.end_time);
      expect(stills[i]!.time).toBeCloseTo(shot.data!.still_time!, 3);
    }
  });

  it('uses frame timestamps of a variable frame rate', async () => {
    const [a, b] = [view(4), view(5)];
    const times = [0, 0.04, 0.1, 0.3, 0.5, 0.53, 0.9, 1.1, 1.2, 1.233, 1.3, 1.7, 2, 2.1];
    const pictures = times.map((time, i) => ({ ...(i < 8 ? a : b), time }));
    const { shots } = await shotsOf({ width: WIDTH, height: HEIGHT, frameRate: 25, pictures });
    expect(cutsOf(shots)).toEqual([1.2]);
  });

  it('places the cut in the middle of a dissolve, and records the dissolve', async () => {
    const [a, b] = [view(6), view(7)];
    const { shots } = await shotsOf(stretches(25, [a, 50], ...mixes(a, b, 25), [b, 50]));
    expect(shots).toHaveLength(2);
    const transition = shots[1]!.data!['transition'] as { kind: string; start: number; end: number };
    expect(transition.kind).toBe('dissolve');
    expect(shots[1]!.start_time).toBeCloseTo((transition.start + transition.end) / 2, 2);
    expect(Math.abs(shots[1]!.start_time - 2.5)).toBeLessThan(0.2);
    expect(shots[1]!.content).toContain('begins with a dissolve');
  });

  it.each([
    ['black', BLACK],
    ['white', WHITE],
  ])('finds a fade through %s', async (_, plain) => {
    const [a, b] = [view(8), view(9)];
    const { shots } = await shotsOf(
      stretches(25, [a, 40], ...mixes(a, plain, 12), [plain, 5], ...mixes(plain, b, 12), [b, 40]),
    );
    expect(shots).toHaveLength(2);
    expect(shots[1]!.data!['transition']).toMatchObject({ kind: 'fade' });
    expect(shots[1]!.start_time).toBeGreaterThan(1.6);
    expect(shots[1]!.start_time).toBeLessThan(2.8);
  });

  extendedTest('ignores a fade-in at the start and a fade-out at the end', async () => {
    const a = view(10);
    const video = stretches(25, [BLACK, 5], ...mixes(BLACK, a, 20), [a, 40], ...mixes(a, BLACK, 20), [BLACK, 5]);
    expect(cutsOf((await shotsOf(video)).shots)).toEqual([]);
  });

  it('ignores flashes, blinks, and panels that appear', async () => {
    const a = view(11);
    const panel = withBox(a, { x: 60, y: 50, width: 150, height: 80 }, [250, 220, 20]);
    const video = stretches(25, [a, 20], [WHITE, 2], [a, 20], [panel, 20], [a, 20], [BLACK, 3], [a, 20]);
    expect(cutsOf((await shotsOf(video)).shots)).toEqual([]);
  });

  it.each([
    ['10 bits', { pixelFormat: 'yuv420p10le', codec: 'libx265' }, 'clip.mkv'],
    ['a quarter turn', { rotation: 90 }, 'clip.mp4'],
    ['pictures out of order', { bFrames: 2 }, 'clip.mp4'],
  ] as const)('finds the shots of %s', async (_, spec, file) => {
    const { shots, stills } = await shotsOf({ ...stretches(25, [view(12), 30], [view(13), 30]), ...spec }, file);
    expect(cutsOf(shots)).toEqual([1.2]);
    expect(stills[0]!.width > stills[0]!.height).toBe(!('rotation' in spec));
  });

  it('handles odd sizes', async () => {
    const video = stretches(25, [view(14, 161, 91), 30], [view(15, 161, 91), 30]);
    expect(cutsOf((await shotsOf({ ...video, pixelFormat: 'yuv444p' })).shots)).toEqual([1.2]);
  });

  it.each([
    ['one picture', stretches(25, [view(16), 1]), 0.04],
    ['two pictures', stretches(25, [view(16), 2]), 0.08],
    ['nothing but black', stretches(25, [BLACK, 60]), 2.4],
  ])('returns one shot for %s', async (_, video, end) => {
    const { shots, stills } = await shotsOf(video);
    expect(shots.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([[0, end]]);
    expect(stills).toHaveLength(1);
  });

  it('tiles the video without gap or overlap', async () => {
    const [a, b, c] = [view(20), view(21), view(22)];
    const { shots } = await shotsOf(
      stretches(30, [a, 25], ...mixes(a, b, 20), [b, 40], [WHITE, 2], [b, 20], [c, 14], ...mixes(c, BLACK, 15), [
        a,
        30,
      ]),
    );
    expect(shots.length).toBeGreaterThan(2);
    expect(shots[0]!.start_time).toBe(0);
    for (const [i, shot] of shots.slice(1).entries()) expect(shot.start_time).toBe(shots[i]!.end_time);
    expect(shots.at(-1)!.end_time).toBeCloseTo(166 / 30, 2);
    expect(shots.map((shot) => shot.data!['shot'])).toEqual(shots.map((_, i) => i + 1));
  });

  it('describes the content of a shot', async () => {
    const { shots } = await shotsOf(stretches(25, [solid(WIDTH, HEIGHT, [20, 60, 220]), 40]));
    expect(shots[0]!.content).toBe('Shot 1 · 1.6 s · no movement, dim, mostly blue');
    expect(shots[0]!.data).toMatchObject({ shot: 1, length: 1.6, motion: 0, colours: [{ name: 'blue' }] });
  });

  const media = join(import.meta.dirname, '../../../../shared/media');
  it.runIf(existsSync(media)).each([
    ['bikes', [1.2, 3.04, 5.48, 7.48, 9.68]],
    ['cockatoo', []],
    ['bbb', []],
  ])('finds the known cuts of %s', async (file, cuts) => {
    expect(cutsOf((await findShots(join(media, `${file}.mp4`))).shots)).toEqual(cuts);
  });
});
