import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chunk, ChunkPacker, timesIn } from '../../../src/modules/transcription/chunks.ts';
import { SpeechRanges } from '../../../src/modules/transcription/ranges.ts';
import { EXTENDED, WHOLE } from '../../fixtures/extended.ts';

const FRAME = 512;
/** Samples that hold their own index (exact up to 2^24 samples). */
const numbered = (from: number, length: number) => Float32Array.from({ length }, (_, i) => from + i);

/** Runs probabilities through ranges and chunks as the module does, `step` frames at a time. */
function pack(probabilities: readonly number[], step: number): Chunk[] {
  const ranges = new SpeechRanges();
  const packer = new ChunkPacker();
  const chunks: (Chunk | null)[] = [];
  for (let at = 0; at < probabilities.length; at += step) {
    const part = probabilities.slice(at, at + step);
    packer.addSamples(numbered(at * FRAME, part.length * FRAME), ranges.openFrom);
    for (const range of ranges.push(Float32Array.from(part))) chunks.push(packer.addRange(range));
    chunks.push(packer.afterSilence(ranges.openFrom));
  }
  for (const range of ranges.flush()) chunks.push(packer.addRange(range));
  chunks.push(packer.flush());
  return chunks.filter((chunk) => chunk !== null);
}

describe('chunks of speech', () => {
  const stretch = fc.tuple(fc.constantFrom(0, 0.1, 0.4, 0.6, 1), fc.integer({ min: 1, max: 900 }));
  const recording = fc
    .array(stretch, { maxLength: 14 })
    .map((parts) => parts.flatMap(([probability, frames]) => Array<number>(frames).fill(probability)));

  it('contain their samples, at most 30 s, in order, with all speech once', WHOLE, () => {
    fc.assert(
      fc.property(recording, fc.constantFrom(1, 3, 50, 2000), (probabilities, step) => {
        let last = 0;
        const covered = new Uint8Array(probabilities.length);
        for (const chunk of pack(probabilities, step)) {
          expect(chunk.samples.length).toBeLessThanOrEqual(30 * 16_000);
          for (const { at, from, length } of chunk.parts) {
            expect(from).toBeGreaterThanOrEqual(last);
            last = from + length;
            expect(chunk.samples[at]).toBe(from);
            expect(chunk.samples[at + length - 1]).toBe(last - 1);
            for (let frame = Math.ceil(from / FRAME); (frame + 1) * FRAME <= last; frame++) covered[frame]!++;
          }
          expect(chunk.end).toBe(last);
        }
        // Stretches of speech that are long enough lie inside chunks, except frames that two ranges share the border
        // of.
        for (let frame = 3; frame < probabilities.length - 3; frame++) {
          const around = probabilities.slice(frame - 3, frame + 4);
          if (around.every((probability) => probability >= 0.6)) expect(covered[frame]).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: EXTENDED ? 60 : 8 },
    );
  });

  it('contain no speech twice after a range that was cut in a pause', () => {
    const probabilities = [
      ...Array<number>(328).fill(1),
      // The range reaches its maximum length one frame before the pause would end it.
      ...Array<number>(18).fill(0),
      ...Array<number>(100).fill(1),
    ];
    const parts = pack(probabilities, 1).flatMap((chunk) => chunk.parts);
    for (const [i, part] of parts.entries()) {
      const before = parts[i - 1];
      if (before) expect(part.from).toBeGreaterThanOrEqual(before.from + before.length);
    }
  });

  it('omit pauses', () => {
    const probabilities = [
      ...Array<number>(300).fill(0),
      ...Array<number>(3000).fill(1),
      ...Array<number>(400).fill(0),
    ];
    const chunks = pack(probabilities, 30);
    const length = chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0);
    expect(length).toBeGreaterThanOrEqual(3000 * FRAME);
    expect(length).toBeLessThanOrEqual(3000 * FRAME + 2 * 0.3 * 16_000);
  });

  it('map times back, never into an omitted pause', () => {
    const speech = (frames: number) => Array<number>(frames).fill(1);
    const [chunk] = pack([...speech(60), ...Array<number>(300).fill(0), ...speech(60)], 10);
    const [first, second] = chunk!.parts;
    expect(timesIn(chunk!, 0.5, 1)).toEqual({ start: 0.5, end: 1 });
    const border = second!.at / 16_000;
    expect(timesIn(chunk!, border + 0.25, border + 0.5).start).toBeCloseTo(second!.from / 16_000 + 0.25);
    expect(timesIn(chunk!, border - 0.25, border + 0.5).end).toBeCloseTo(first!.length / 16_000);
    expect(timesIn(chunk!, 900, 950).end).toBeCloseTo((second!.from + second!.length) / 16_000);
  });
});
