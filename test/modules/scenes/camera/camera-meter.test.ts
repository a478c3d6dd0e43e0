import { describe, expect, it } from 'vitest';
import { CameraMeter } from '../../../../src/modules/scenes/camera/camera-meter.ts';
import { frameSummary, scene } from '../frame-summaries.ts';

type Luma = (x: number, y: number) => number;

const view = scene(3);
const STEP = 0.2;

/** Movements of a camera of which `at` draws the frame of a second. */
function movements(
  at: (seconds: number) => Luma,
  { seconds = 3, rotation = 0 as 0 | 90 | 180 | 270, step = STEP } = {},
) {
  const meter = new CameraMeter();
  for (let i = 0; i <= seconds / step; i++) meter.add(frameSummary(at(i * step), { time: i * step }));
  return meter.movements(rotation);
}

const names = (found: ReturnType<typeof movements>) => found.map(({ motion, direction }) => direction ?? motion);
/** Looks further right and down by pixels, and closer. */
const from =
  (dx: number, dy: number, zoom = 1): Luma =>
  (x, y) =>
    view((x - 80) / zoom + 80 + dx, (y - 45) / zoom + 45 + dy);

describe('a camera', () => {
  it.each([
    ['right', (t: number) => from(12 * t, 0)],
    ['left', (t: number) => from(-12 * t, 0)],
    ['down', (t: number) => from(0, 7 * t)],
    ['up', (t: number) => from(0, -7 * t)],
    ['in', (t: number) => from(0, 0, 1.15 ** t)],
    ['out', (t: number) => from(0, 0, 1.15 ** -t)],
  ])('that moves %s', (direction, at) => {
    const [found, ...others] = movements(at);
    expect(found).toMatchObject({ direction, start_time: 0, end_time: expect.closeTo(3, 1) });
    expect(others).toEqual([]);
  });

  it('at rest, though something passes and the light changes', () => {
    const passing =
      (t: number): Luma =>
      (x, y) =>
        Math.hypot(x - 40 * t, y - 70) < 14 ? 240 : view(x, y) * (1 + 0.1 * Math.sin(9 * t));
    expect(names(movements(passing))).toEqual(['static']);
  });

  it('held by hand', () => {
    const shaken = (t: number) => from(1.6 * Math.sin(11.3 * t) + Math.sin(23.7 * t), 1.5 * Math.cos(14.9 * t));
    expect(names(movements(shaken))).toEqual(['handheld']);
  });

  it('of two phases, with their times', () => {
    const found = movements((t) => (t < 2 ? from(14 * t, 0) : from(28, -8 * (t - 2))), { seconds: 4 });
    expect(names(found)).toEqual(['right', 'up']);
    expect(found[0]!.end_time).toBeCloseTo(2, 0);
    expect(found[1]!.start_time).toBeCloseTo(2, 0);
  });

  it('whose video is turned for viewing', () => {
    expect(names(movements((t) => from(12 * t, 0), { rotation: 90 }))).toEqual(['down']);
    expect(movements((t) => from(0, -7 * t), { rotation: 270 })[0]).toMatchObject({ motion: 'pan', direction: 'left' });
  });
});

describe('nothing is said', () => {
  it.each([
    ['of one color', () => () => 90, {}],
    ['of unrelated pictures', (t: number) => scene(Math.round(t * 5) + 20), {}],
    ['of less than a second', (t: number) => from(30 * t, 0), { seconds: 0.8 }],
    ['of frames seconds apart', (t: number) => from(3 * t, 0), { seconds: 12, step: 2 }],
  ] as const)('%s', (_, at, options) => expect(movements(at as (t: number) => Luma, options)).toEqual([]));
});
