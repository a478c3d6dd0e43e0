import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { BUNDLED_ENGINES } from '../../../src/contract/system/engine-settings.ts';
import { ocr } from '../../../src/modules/ocr/module.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { moduleContext, type TestContext } from '../../fixtures/module-context.ts';
import { grain, solid, texture } from '../../fixtures/pictures.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { passOver, writeCaptionedVideo } from './captioned-video.ts';

let folder: Awaited<ReturnType<typeof createTempFolder>>;
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(() => folder.remove());

async function analyze(path: string): Promise<{ segments: SegmentDraft[]; context: TestContext }> {
  const context = moduleContext(['ocr']);
  const run = await ocr(BUNDLED_ENGINES).start(context);
  try {
    await passOver(path, run);
    return { segments: await run.finish(), context };
  } finally {
    await run.dispose();
  }
}

test('returns each text once, from its first to its last frame', async () => {
  const path = join(folder.path, 'captions.mp4');
  const frames = texture(640, 360, 4);
  await writeCaptionedVideo(path, 5, () => frames, [
    { text: 'QUARTERLY REPORT', x: 60, y: 40, size: 32, from: 0.3, to: 3.7 },
    { text: 'WHERE ARE WE', x: 120, y: 300, size: 26, from: 1.2, to: 2.6 },
    { text: 'IN THE HARBOUR', x: 120, y: 300, size: 26, from: 2.6, to: 5 },
  ]);
  const { segments, context } = await analyze(path);
  const found = segments.map(({ content, start_time, end_time }) => [content, start_time, end_time]);
  expect(found).toEqual([
    ['QUARTERLY REPORT', expect.closeTo(0.3, 5), expect.closeTo(3.7, 5)],
    ['WHERE ARE WE', expect.closeTo(1.2, 5), expect.closeTo(2.6, 5)],
    ['IN THE HARBOUR', expect.closeTo(2.6, 5), expect.closeTo(5, 5)],
  ]);
  for (const { start_time, end_time, data } of segments) {
    expect(data!.confidence).toBeGreaterThan(0.85);
    expect(context.kept).toContain(data!.still_time);
    expect(data!.still_time).toBeGreaterThanOrEqual(start_time);
    expect(data!.still_time).toBeLessThan(end_time);
  }
  // A line that was read in fragments for a moment may have its own still.
  expect(context.kept.length).toBeLessThanOrEqual(segments.length + 1);
  expect(segments[0]!.data!.boxes![0]!.y).toBeLessThan(0.3);
  expect(segments[1]!.data!.boxes![0]!.y).toBeGreaterThan(0.7);
});

extendedTest('returns texts that differ by a digit, a letter, or a part separately', async () => {
  const path = join(folder.path, 'changes.mp4');
  const frames = texture(640, 360, 4);
  const changes = [
    { y: 30, size: 28, at: 1.6, from: 'SCORE 1 - 0', to: 'SCORE 1 - 1' },
    { y: 130, size: 24, at: 2.3, from: 'TOTAL 1984', to: '1984' },
    { y: 220, size: 20, at: 3.1, from: 'MS CARTER', to: 'MR CARTER' },
    { y: 310, size: 24, at: 3.8, from: 'MANAGE', to: 'MANAGEMENT' },
  ];
  await writeCaptionedVideo(
    path,
    5,
    () => frames,
    changes.flatMap(({ y, size, at, from, to }) => [
      { text: from, x: 60, y, size, from: 0, to: at },
      { text: to, x: 60, y, size, from: at, to: 5 },
    ]),
  );
  const { segments } = await analyze(path);
  const found = segments.map(({ content, start_time, end_time }) => [content.replace(/\s/g, ''), start_time, end_time]);
  const expected = changes.flatMap(({ at, from, to }) => [
    [from.replace(/\s/g, ''), 0, expect.closeTo(at, 5)],
    [to.replace(/\s/g, ''), expect.closeTo(at, 5), expect.closeTo(5, 5)],
  ]);
  expect(found).toHaveLength(expected.length);
  for (const one of expected) expect(found).toContainEqual(one);
});

extendedTest('returns a text over a moving background once', async () => {
  const path = join(folder.path, 'moving.mp4');
  const wide = texture(800, 360, 9);
  const pan = (frame: number) => {
    const rgb = new Uint8Array(640 * 360 * 3);
    for (let y = 0; y < 360; y++) {
      const from = (y * 800 + frame * 4) * 3;
      rgb.set(wide.rgb.subarray(from, from + 640 * 3), y * 640 * 3);
    }
    return { width: 640, height: 360, rgb };
  };
  await writeCaptionedVideo(path, 3, pan, [{ text: 'SUMMER MARKET', x: 150, y: 280, size: 30, from: 0, to: 3 }]);
  const { segments } = await analyze(path);
  expect(segments.map(({ content }) => content)).toEqual(['SUMMER MARKET']);
  expect(segments[0]).toMatchObject({ start_time: 0, end_time: expect.closeTo(3, 5) });
});

extendedTest('returns nothing, and no evidence, for frames without text', async () => {
  const path = join(folder.path, 'empty.mp4');
  const pictures = [texture(640, 360, 1), solid(640, 360, [10, 10, 10]), grain(640, 360, 3), texture(640, 360, 7)];
  await writeCaptionedVideo(path, 4, (frame) => pictures[Math.floor(frame / 10)]!, []);
  const { segments, context } = await analyze(path);
  expect(segments).toEqual([]);
  expect(context.kept).toEqual([]);
});
