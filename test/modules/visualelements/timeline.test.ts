import { describe, expect, test } from 'vitest';
import type { Detection, ObjectLabel } from '../../../src/models/objects/index.ts';
import { toSegments } from '../../../src/modules/visualelements/segments.ts';
import { Timeline } from '../../../src/modules/visualelements/timeline.ts';

const at = (label: ObjectLabel, confidence: number, x = 0.1): Detection => ({
  label,
  confidence,
  x,
  y: 0.2,
  width: 0.3,
  height: 0.4,
});

/** Feeds `[time, detections]`, with a cut at each time of `cuts`; ends at `end`. */
function segments(looks: [number, Detection[]][], end: number, cuts: number[] = []) {
  const timeline = new Timeline();
  for (const [time, detections] of looks) {
    const cut = cuts.includes(time) ? { gone: time - 0.1, came: time - 0.1 } : null;
    if (timeline.observe({ time, cut, detections })) timeline.keep();
  }
  return toSegments(timeline.finish(end));
}
const brief = (found: ReturnType<typeof segments>) =>
  found.map(({ content, start_time, end_time }) => [content, start_time, end_time]);

test('joins sightings of a label in one segment, up to the range of the last still', () => {
  const found = segments(
    [
      [0, []],
      [1, [at('dog', 0.5)]],
      [2, [at('dog', 0.6)]],
      [3, []],
      [4, []],
    ],
    5,
  );
  expect(brief(found)).toEqual([['dog', 1, 3]]);
  expect(found[0]!.data).toMatchObject({ label: 'dog', confidence: 0.6, mean_confidence: 0.55, count: 1 });
});

test('extends a segment to the end of an unchanged frame', () => {
  expect(
    brief(
      segments(
        [
          [0, [at('dog', 0.5)]],
          [1, [at('dog', 0.5)]],
        ],
        1.7,
      ),
    ),
  ).toEqual([['dog', 0, 1.7]]);
});

describe('weak detections', () => {
  test('drops one weak sighting, keeps a strong one', () => {
    expect(
      segments(
        [
          [0, [at('dog', 0.35)]],
          [1, []],
        ],
        5,
      ),
    ).toEqual([]);
    expect(
      brief(
        segments(
          [
            [0, [at('dog', 0.45)]],
            [1, []],
          ],
          5,
        ),
      ),
    ).toEqual([['dog', 0, 1]]);
  });
  test('keeps two weak sightings, drops two faint ones', () => {
    expect(
      brief(
        segments(
          [
            [0, [at('dog', 0.3)]],
            [1, [at('dog', 0.22)]],
            [2, []],
          ],
          5,
        ),
      ),
    ).toEqual([['dog', 0, 2]]);
    expect(
      segments(
        [
          [0, [at('dog', 0.24)]],
          [1, [at('dog', 0.24)]],
          [2, []],
        ],
        5,
      ),
    ).toEqual([]);
  });
  test('counts an unchanged frame as another sighting', () => {
    const timeline = new Timeline();
    timeline.observe({ time: 0, cut: null, detections: [at('chair', 0.3)] });
    expect(timeline.hold(0.2)).toBe(false);
    expect(timeline.hold(1)).toBe(true);
    timeline.keep();
    expect(toSegments(timeline.finish(2))[0]).toMatchObject({ content: 'chair', end_time: 2, data: { still_time: 0 } });
  });
});

test('bridges a gap of two seconds, not a longer one', () => {
  const seen = (time: number): [number, Detection[]] => [time, [at('cat', 0.6)]];
  expect(brief(segments([seen(0), [1, []], [2, []], seen(3), [4, []]], 9))).toEqual([['cat', 0, 4]]);
  expect(brief(segments([seen(0), [1, []], [2, []], [3, []], [4, []], seen(5), [6, []]], 9))).toEqual([
    ['cat', 0, 1],
    ['cat', 5, 6],
  ]);
});

describe('cuts', () => {
  test('a segment starts and ends with the shot, not with the still', () => {
    const found = segments(
      [
        [0, [at('bus', 0.6)]],
        [1, [at('bus', 0.6)]],
        [2, [at('zebra', 0.7)]],
      ],
      3,
      [2],
    );
    expect(brief(found)).toEqual([
      ['bus', 0, 1.9],
      ['zebra', 1.9, 3],
    ]);
  });
  test('bridges no gap across a cut, and carries no faint sightings over', () => {
    const found = segments(
      [
        [0, [at('bus', 0.6)]],
        [1, []],
        [1.5, []],
        [2, [at('bus', 0.6)]],
        [3, []],
      ],
      4,
      [1.5],
    );
    expect(brief(found)).toEqual([
      ['bus', 0, 1],
      ['bus', 2, 3],
    ]);
    expect(
      brief(
        segments(
          [
            [0, [at('bus', 0.6)]],
            [1, [at('bus', 0.25)]],
            [2, []],
          ],
          4,
          [1],
        ),
      ),
    ).toEqual([['bus', 0, 0.9]]);
  });
  test('reports sightings on both sides for each shot', () => {
    expect(
      brief(
        segments(
          [
            [0, [at('person', 0.6)]],
            [1, [at('person', 0.7)]],
          ],
          2,
          [1],
        ),
      ),
    ).toEqual([
      ['person', 0, 0.9],
      ['person', 0.9, 2],
    ]);
  });
});

test('reports the maximum simultaneous count, and boxes with times', () => {
  const two = [at('person', 0.6), at('person', 0.5, 0.6)];
  const [segment] = segments(
    [
      [0, [at('person', 0.4)]],
      [1, two],
      [2, [...two, at('person', 0.21, 0.4)]],
    ],
    3,
  );
  expect(segment!.content).toBe('person ×2');
  expect(segment!.data!.count).toBe(2);
  // The best moment first: 0.6 came first at 1 s.
  expect(segment!.data!.boxes!.map(({ time }) => time)).toEqual([1, 1, 0, 2, 2, 2]);
  expect(segment!.data!.boxes![0]).toEqual({ x: 0.1, y: 0.2, width: 0.3, height: 0.4, time: 1, confidence: 0.6 });
});

test('saves evidence once, and again only if it is clearly better', () => {
  const timeline = new Timeline();
  const look = (time: number, confidence: number) => {
    const wanted = timeline.observe({ time, cut: null, detections: [at('car', confidence)] });
    if (wanted) timeline.keep();
    return wanted;
  };
  expect([look(0, 0.45), look(1, 0.5), look(2, 0.65), look(3, 0.7)]).toEqual([true, false, true, false]);
  expect(toSegments(timeline.finish(4))[0]!.data!.still_time).toBe(2);
});

test('stores few boxes for a long segment', () => {
  const looks = Array.from({ length: 3600 }, (_, time): [number, Detection[]] => [
    time,
    [at('tv', 0.5 + (time % 7) / 100)],
  ]);
  const [segment] = segments(looks, 3600);
  expect(segment!.end_time).toBe(3600);
  expect(segment!.data!.boxes!.length).toBeLessThanOrEqual(7);
  expect(segment!.data!.boxes!.at(-1)!.time).toBeGreaterThan(1800);
});
