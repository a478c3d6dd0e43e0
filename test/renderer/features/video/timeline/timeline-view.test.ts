import { describe, expect, test } from 'vitest';
import {
  clampView,
  fitRange,
  fullView,
  MIN_SPAN_SECONDS,
  marks,
  panBy,
  reveal,
  timeToX,
  xToTime,
  zoomAt,
} from '../../../../../src/renderer/features/video/timeline/timeline-view.ts';

describe('view', () => {
  test('keeps the time under the pointer when zooming', () => {
    const before = { start: 20, span: 40 };
    const x = timeToX(before, 800, 30);
    const after = zoomAt(before, 100, 0.5, 30);
    expect(after.span).toBe(20);
    expect(timeToX(after, 800, 30)).toBeCloseTo(x);
  });

  test('zooms between half a second and the whole video', () => {
    expect(zoomAt({ start: 20, span: 40 }, 100, 10, 30)).toEqual(fullView(100));
    expect(zoomAt({ start: 20, span: 40 }, 100, 1e-6, 30).span).toBe(MIN_SPAN_SECONDS);
  });

  test('stays inside the video', () => {
    expect(panBy({ start: 80, span: 10 }, 100, 50)).toEqual({ start: 90, span: 10 });
    expect(panBy({ start: 5, span: 10 }, 100, -50)).toEqual({ start: 0, span: 10 });
    expect(clampView({ start: -3, span: 500 }, 100)).toEqual({ start: 0, span: 100 });
    expect(clampView({ start: 1, span: 1 }, 0)).toEqual({ start: 0, span: MIN_SPAN_SECONDS });
  });

  test('pages only when the playhead leaves the view', () => {
    const view = { start: 10, span: 10 };
    expect(reveal(view, 100, 20)).toBe(view);
    expect(reveal(view, 100, 21).start).toBeCloseTo(20.2);
    expect(reveal(view, 100, 3).start).toBeCloseTo(2.2);
  });

  test('fits a range with margins', () => {
    expect(fitRange(40, 50, 100)).toEqual({ start: 39, span: 12 });
  });

  test('converts between pixels and times both ways', () => {
    const view = { start: 3.3, span: 7.7 };
    expect(xToTime(view, 640, timeToX(view, 640, 5))).toBeCloseTo(5);
  });
});

describe('ruler', () => {
  test.each([
    [10, 1000, 1],
    [3600, 1000, 300],
    [0.5, 1000, 0.1],
    [86_400, 1000, 7200],
  ])('%d s on %d px: every %d s', (span, width, step) => {
    expect(marks({ start: 0, span }, width).step).toBe(step);
  });

  test('marks multiples of the step, at most one beyond each end', () => {
    const { marks: found } = marks({ start: 12.34, span: 5 }, 600);
    expect(found[0]!.time).toBe(12);
    expect(found.at(-1)!.time).toBe(18);
    expect(found.length).toBeLessThan(15);
  });
});
