import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';
import { type Area, around } from './area.ts';
import { endOf, joinBlocks, placeAt, startOf, type TextBlock } from './text-blocks.ts';
import type { TextLine } from './text-line.ts';

/** A line of a text segment, as `data.lines` carries it for other modules. */
export interface SegmentLine {
  text: string;
  confidence: number;
  box: Box;
}

/** Movement of a side, as a fraction of the frame, from which a box is repeated. */
const MOVED = 0.01;
/** Maximum boxes of a segment. */
const MAX_BOXES = 120;

/** Lines as segments, those of one caption together, in time and reading order. */
export function textSegments(lines: readonly TextLine[]): SegmentDraft[] {
  return joinBlocks(lines).map(textSegment);
}

/** A block of lines as a segment: the text in reading order, one box around it for each place it was at. */
function textSegment(block: TextBlock): SegmentDraft {
  const lines: SegmentLine[] = block.map(({ text, confidence, places }) => ({
    text,
    confidence: round(confidence),
    box: boxOf(places[0]!.box, places[0]!.time),
  }));
  const letters = block.reduce((sum, { text }) => sum + text.length, 0);
  const confidence = block.reduce((sum, line) => sum + line.confidence * line.text.length, 0) / letters;
  const repetitions = block[0]!.repetitions ?? [];
  const stillTime = block.map((line) => line.stillTime).find((time) => time !== null);
  return {
    content: block.map(({ text }) => text).join(' '),
    start_time: startOf(block),
    end_time: endOf(block),
    data: {
      confidence: round(confidence),
      boxes: placesOf(block),
      lines,
      ...(stillTime === undefined ? {} : { still_time: stillTime }),
      ...(repetitions.length > 0 && {
        repetitions: repetitions.map(({ start, end }) => ({ start_time: start, end_time: end })),
      }),
    },
  };
}

function placesOf(block: TextBlock): Box[] {
  const times = [...new Set(block.flatMap(({ places }) => places.map(({ time }) => time)))].sort((a, b) => a - b);
  const boxes: Box[] = [];
  for (const time of times) {
    const area = around(block.map((line) => placeAt(line, time)));
    const last = boxes.at(-1);
    if (!last || moved(last, area)) boxes.push(boxOf(area, time));
  }
  const step = Math.ceil(boxes.length / MAX_BOXES);
  return boxes.filter((_, i) => i % step === 0);
}

function moved(a: Area, b: Area): boolean {
  const shifts = [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height];
  return shifts.some((shift) => Math.abs(shift) > MOVED);
}

/** A box at a time, with four decimals. */
export function boxOf({ x, y, width, height }: Area, time: number): Box {
  return { x: round(x), y: round(y), width: round(width), height: round(height), time };
}

/** Four decimals: a tenth of a pixel. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
