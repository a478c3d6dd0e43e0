import { describe, expect, it } from 'vitest';
import { AudioTimeline } from '../../../src/media/audio/audio-timeline.ts';

const second = () => new Float32Array(16_000).fill(1);

describe('AudioTimeline', () => {
  it('joins chunks despite timestamp jitter', () => {
    const timeline = new AudioTimeline();
    const chunks = [
      ...timeline.place(0, second()),
      ...timeline.place(1.02, second()),
      ...timeline.place(undefined, second()),
    ];
    expect(chunks.map((chunk) => [chunk.time, chunk.samples.length])).toEqual([
      [0, 16_000],
      [1, 16_000],
      [2, 16_000],
    ]);
    expect(timeline.end).toBe(3);
  });

  it('fills gaps with silence, so that samples count time', () => {
    const timeline = new AudioTimeline();
    const chunks = [...timeline.place(2.5, second())];
    expect(chunks.map((chunk) => chunk.samples.length)).toEqual([40_000, 16_000]);
    expect(chunks[0]!.samples.every((sample) => sample === 0)).toBe(true);
    expect(chunks[1]!.time).toBe(2.5);
  });

  it('fills a long gap in chunks, and ignores an absurd one', () => {
    const timeline = new AudioTimeline();
    for (const chunk of timeline.place(60, second())) expect(chunk.samples.length).toBeLessThanOrEqual(160_000);
    expect(timeline.end).toBe(61);
    expect([...timeline.place(1e9, second())]).toHaveLength(1);
    expect(timeline.end).toBe(62);
  });

  it('drops overlapping samples', () => {
    const timeline = new AudioTimeline();
    for (const _ of timeline.place(0, second()));
    const [chunk] = [...timeline.place(0.5, second())];
    expect(chunk).toMatchObject({ time: 1 });
    expect(chunk!.samples).toHaveLength(8000);
    expect([...timeline.place(0, second())]).toHaveLength(0);
  });
});
