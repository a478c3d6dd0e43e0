import { expect, test } from 'vitest';
import { closerEstimate } from '../../../src/core/closer/estimate.ts';
import { isCut, placeFinding } from '../../../src/core/closer/place-finding.ts';
import { closerPictures, closerViews } from '../../../src/core/closer/views.ts';

test('tiles cover the frame and overlap; a region is a view of its own in every frame', () => {
  const [whole, ...tiles] = closerViews(null);
  expect(whole).toMatchObject({ x: 0, y: 0, width: 1, height: 1, interval: 0 });
  for (let at = 0.005; at < 1; at += 0.01) {
    const covering = tiles.filter(({ x, width }) => x <= at && x + width >= at);
    expect(covering.length).toBeGreaterThan(0);
  }
  expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBeCloseTo(1);
  const region = { x: 0.5, y: 0, width: 0.2, height: 0.2 };
  expect(closerViews(region)).toEqual([{ ...region, interval: 0 }]);
});

test('pictures are counted by frames and tiles, and the estimate follows the machine', () => {
  expect(closerPictures({ x: 0, y: 0, width: 0.5, height: 0.5 }, 2, 25)).toBe(50);
  expect(closerPictures(null, 2, 25)).toBe(50 + 9 * 10);
  const part = { seconds: 2, region: null, frameRate: 25, tracks: 1 };
  const [slow, fast] = [closerEstimate(part, 1), closerEstimate(part, 0.1)];
  expect(slow.pictures).toBe(140);
  expect(slow.seconds - fast.seconds).toBe(126);
});

test('a finding of a view is placed in the frame and in the video', () => {
  const view = { x: 0.5, y: 0.5, width: 0.5, height: 0.25 };
  const box = { x: 0.5, y: 0.2, width: 0.1, height: 0.4, time: 1 };
  const data = { boxes: [box], still_time: 1, words: [{ text: 'a', start_time: 0, end_time: 1 }] };
  const placed = placeFinding({ content: 'a', start_time: 0.5, end_time: 2, data }, 10, view);
  expect(placed).toMatchObject({ start_time: 10.5, end_time: 12, data: { still_time: 11 } });
  expect(placed.data!.boxes![0]).toEqual({ x: 0.75, y: 0.55, width: 0.05, height: 0.1, time: 11 });
  expect(placed.data!.words![0]).toMatchObject({ start_time: 10, end_time: 11 });
});

test('what the inner edge of a view cuts is left to another view; the edge of the frame cuts nothing', () => {
  const at = (x: number, width: number) => ({
    content: '',
    start_time: 0,
    end_time: 1,
    data: { boxes: [{ x, y: 0.4, width, height: 0.1 }] },
  });
  const left = { x: 0, y: 0, width: 0.4, height: 1 };
  expect(isCut(at(0, 0.2), left)).toBe(false);
  expect(isCut(at(0.8, 0.2), left)).toBe(true);
  expect(isCut(at(0.3, 0.2), left)).toBe(false);
});
