import fc from 'fast-check';
import type { ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../../src/contract/analysis/segment.ts';
import type { Findings } from '../../../../src/modules/shared/findings/findings.ts';

/** A finding, in short. */
export function found(content: string, start_time: number, end_time: number, data: SegmentDraft['data'] = null) {
  return { content, start_time, end_time, data };
}

/** An on-screen line with a fixed position. */
export function onScreen(text: string, start: number, end: number, lineHeight: number, y = 0.4) {
  const width = Math.min(0.9, text.length * lineHeight * 0.3);
  return found(text, start, end, {
    boxes: [{ x: 0.05, y, width, height: lineHeight, time: start }],
    still_time: start,
  });
}

/** Findings of a video with picture and sound; modules that are not named found nothing. */
export function findings(
  duration: number,
  by: Partial<Record<ModuleName, readonly SegmentDraft[]>>,
  streams: Partial<Pick<Findings, 'hasPicture' | 'hasSound'>> = {},
): Findings {
  return { duration, hasPicture: true, hasSound: true, ...streams, of: (module) => by[module] ?? [] };
}

/** Shots that follow one another, cut at the given times. */
export function shots(duration: number, ...cuts: number[]): SegmentDraft[] {
  const edges = [0, ...cuts, duration];
  return edges.slice(1).map((end, i) => found(`Shot ${i + 1}`, edges[i]!, end, { still_time: (edges[i]! + end) / 2 }));
}

/** Speech of consecutive sentences, `seconds` each. */
export function speech(sentences: readonly string[], seconds = 5, from = 0): SegmentDraft[] {
  return sentences.map((text, i) => found(text, from + i * seconds, from + (i + 1) * seconds - 0.2));
}

const words = fc.constantFrom(
  'ship',
  'harbour',
  'the',
  'and',
  'Motor',
  'été',
  '天気は良い',
  'ภาษาไทย',
  '😀',
  '“',
  '.',
  '?',
  '\n',
  '\u0000',
  'Dr.',
);
const text = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const box = fc.record({ x: fraction, y: fraction, width: fraction, height: fraction, time: fraction });
const data = fc.option(
  fc.record(
    {
      label: text,
      boxes: fc.array(box, { maxLength: 3 }),
      lines: fc.oneof(fc.array(fc.record({ text, confidence: fraction, box }), { maxLength: 3 }), fc.anything()),
      words: fc.array(fc.record({ text, start_time: fraction, end_time: fraction }), { maxLength: 4 }),
      still_time: fraction,
    },
    { requiredKeys: [] },
  ),
);

/** Arbitrary findings as the pipeline passes them: any subset of modules, any text, times in order and in bounds. */
export const anyFindings: fc.Arbitrary<Findings> = fc
  .record({
    duration: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 30_000, noNaN: true })),
    hasPicture: fc.boolean(),
    hasSound: fc.boolean(),
    by: fc.dictionary(
      fc.constantFrom('transcription', 'scenes', 'visualelements', 'logos', 'ocr', 'audioevents'),
      fc.array(fc.tuple(text, fraction, fraction, data), { maxLength: 25 }),
    ),
  })
  .map(({ duration, by, ...streams }) => {
    const segments = (list: [string, number, number, SegmentDraft['data']][] = []) =>
      list
        .map(([content, a, b, more]) => found(content, Math.min(a, b) * duration, Math.max(a, b) * duration, more))
        .sort((a, b) => a.start_time - b.start_time || a.end_time - b.end_time);
    const lists = new Map(Object.entries(by).map(([module, list]) => [module, segments(list)]));
    return { duration, ...streams, of: (module: ModuleName) => lists.get(module) ?? [] };
  });
