import { describe, expect, test } from 'vitest';
import { buildBlocks, buildLanes, findingAt } from '../../../../../src/renderer/features/video/timeline/lanes.ts';
import { segment } from '../segment.ts';

const whole = { start: 0, span: 100 };

describe('lanes', () => {
  test('exist for each module with findings, in a fixed order, without the summary', () => {
    const lanes = buildLanes([
      segment(0, 100, 'x', 'summary'),
      segment(0, 1, 'x', 'transcription'),
      segment(0, 1, 'x', 'scenes'),
    ]);
    expect(lanes.map((lane) => lane.module)).toEqual(['scenes', 'transcription']);
  });

  test('stack simultaneous findings, and reuse rows', () => {
    const [lane] = buildLanes([segment(0, 10), segment(1, 3), segment(2, 4), segment(2.5, 3), segment(10, 12)]);
    expect([...lane!.rows]).toEqual([0, 1, 2, 3, 0]);
    expect(lane!.rowCount).toBe(4);
  });
});

describe('blocks', () => {
  test('count the findings without a row of their own, instead of drawing them over each other', () => {
    const [lane] = buildLanes([0, 1, 2, 3, 4, 5, 6, 60].map((start) => segment(start, start + 50)));
    expect([...lane!.rows]).toEqual([0, 1, 2, 3, 4, 4, 4, 0]);
    const last = buildBlocks(lane!, whole, 1000).filter(({ row }) => row === 4);
    expect(last).toMatchObject([{ left: 40, right: 560, count: 3, isCrowded: true }]);
    const [few] = buildLanes([0, 1, 2, 3].map((start) => segment(start, start + 50)));
    expect(buildBlocks(few!, whole, 1000).map(({ row, count }) => [row, count])).toEqual(
      [0, 1, 2, 3].map((row) => [row, 1]),
    );
  });

  test('reduce 20,000 findings to about two per pixel and row', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => segment(i / 200, i / 200 + 0.004));
    const [lane] = buildLanes(many);
    const blocks = buildBlocks(lane!, whole, 1000);
    expect(blocks.length).toBeLessThan(2000);
    expect(blocks.reduce((sum, block) => sum + block.count, 0)).toBe(20_000);
  });

  test('of wide findings stay separate', () => {
    const [lane] = buildLanes([segment(0, 10), segment(10, 20)]);
    expect(buildBlocks(lane!, whole, 1000)).toMatchObject([
      { left: 0, right: 100, count: 1 },
      { left: 100, right: 200, count: 1 },
    ]);
  });

  test('are limited to the view, including one that started before it', () => {
    const [lane] = buildLanes([segment(0, 50), segment(1, 2), segment(60, 61), segment(90, 95)]);
    expect(buildBlocks(lane!, { start: 40, span: 30 }, 300).map((block) => block.position)).toEqual([0, 2]);
  });
});

describe('under the pointer', () => {
  const [lane] = buildLanes([segment(0, 100, 'long'), segment(10, 20, 'below'), segment(30, 30, 'instant')]);
  test('finds the block of the row', () => {
    expect(findingAt(lane!, whole, 1000, 150, 0)).toBe(0);
    expect(findingAt(lane!, whole, 1000, 150, 1)).toBe(1);
    expect(findingAt(lane!, whole, 1000, 250, 1)).toBeUndefined();
  });
  test('finds an instant within three pixels', () => {
    expect(findingAt(lane!, whole, 1000, 298, 1)).toBe(2);
    expect(findingAt(lane!, whole, 1000, 290, 1)).toBeUndefined();
  });
});
