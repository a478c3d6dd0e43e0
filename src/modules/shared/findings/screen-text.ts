import { z } from 'zod';
import { median } from '../../../base/statistics.ts';
import { Box, type SegmentDraft } from '../../../contract/analysis/segment.ts';

/** Lines of a text, as `ocr` stores them. */
const Lines = z.array(z.object({ text: z.string(), box: Box, confidence: z.number().optional() })).min(2);

/** Median position of a text, in fractions of the frame. */
export interface ScreenPosition {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of one line. */
  lineHeight: number;
  /** Movement of its center, in fractions of the frame. */
  drift: number;
}

export interface ScreenText {
  text: string;
  start: number;
  end: number;
  /** Of the reading, 0..1. */
  confidence: number;
  /** Null if unknown. */
  place: ScreenPosition | null;
  stillTime: number | null;
}

/** Lettering that runs out of the frame is read up to within this part of it: measured 0.005 to 0.0125. */
const EDGE = 0.015;

/** Whether a text reaches a side of the frame, so that letters may be missing. */
export function isCutOff({ place }: Pick<ScreenText, 'place'>): boolean {
  return place !== null && (place.x < EDGE || place.x + place.width > 1 - EDGE);
}

/** Findings of `ocr` with their position; blank ones are omitted. */
export function screenTextsOf(segments: readonly SegmentDraft[]): ScreenText[] {
  return segments
    .map((segment) => screenText(segment, segment.content, placeOf(segment)))
    .filter(({ text }) => text !== '');
}

/** The same per line, where lines are known. */
export function screenLinesOf(segments: readonly SegmentDraft[]): ScreenText[] {
  return segments.flatMap((segment) => {
    const lines = Lines.safeParse(segment.data?.lines);
    if (!lines.success) return screenTextsOf([segment]);
    const drift = placeOf(segment)?.drift ?? 0;
    return lines.data
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, box, confidence }) => {
        const { x, y, width, height } = box;
        const line = screenText(segment, text, { x, y, width, height, lineHeight: height, drift });
        return { ...line, confidence: confidence ?? line.confidence };
      });
  });
}

function screenText(
  { start_time, end_time, data }: SegmentDraft,
  text: string,
  place: ScreenPosition | null,
): ScreenText {
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    start: start_time,
    end: end_time,
    confidence: data?.confidence ?? 1,
    place,
    stillTime: data?.still_time ?? null,
  };
}

function placeOf({ content, data }: SegmentDraft): ScreenPosition | null {
  const boxes = (data?.boxes ?? []).filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return null;
  const instants = Map.groupBy(boxes, ({ time }) => time ?? 0);
  const wholes = [...instants.values()].map((lines) => {
    const x = Math.min(...lines.map((box) => box.x));
    const y = Math.min(...lines.map((box) => box.y));
    const right = Math.max(...lines.map((box) => box.x + box.width));
    const bottom = Math.max(...lines.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
  });
  const oneBoxEach = wholes.length === boxes.length;
  const written = oneBoxEach ? content.trim().split('\n').length : 1;
  const middles = wholes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  return {
    x: median(wholes.map(({ x }) => x)),
    y: median(wholes.map(({ y }) => y)),
    width: median(wholes.map(({ width }) => width)),
    height: median(wholes.map(({ height }) => height)),
    lineHeight: median(boxes.map(({ height }) => height)) / written,
    drift: Math.hypot(spread(middles.map(({ x }) => x)), spread(middles.map(({ y }) => y))),
  };
}
