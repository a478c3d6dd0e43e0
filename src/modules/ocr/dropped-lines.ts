import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { Reading } from '../../models/ocr/index.ts';
import { type Area, overlapOf } from './area.ts';
import { confidenceFloor } from './plausible.ts';

/** Seconds within which what was dropped in one place is one candidate. */
const JOIN_SECONDS = 2;
/** Overlap from which two regions are one place. */
const SAME_PLACE = 0.5;
/** Open places that are compared; textures have many. */
const MAX_OPEN = 50;

interface DroppedLine {
  box: Area;
  start: number;
  end: number;
  text: string;
  confidence: number;
}

/** Regions that look like lines of text and were not read as text. */
export class DroppedLines {
  readonly #all: DroppedLine[] = [];

  /** Adds what was read in a region from `start` to `end` seconds. */
  add(box: Area, { text, confidence }: Pick<Reading, 'text' | 'confidence'>, start: number, end = start): void {
    const line = this.#all
      .slice(-MAX_OPEN)
      .find((other) => start - other.end <= JOIN_SECONDS && overlapOf(other.box, box) >= SAME_PLACE);
    if (!line) {
      this.#all.push({ box, start, end, text, confidence });
      return;
    }
    line.end = Math.max(line.end, end);
    if (confidence > line.confidence) Object.assign(line, { text, confidence });
  }

  /** @param height of the video in pixels @param minConfidence below which nothing counts as text */
  candidates(height: number, minConfidence: number): DroppedCandidate[] {
    return this.#all.map(({ box, start, end, text, confidence }) => ({
      startTime: start,
      endTime: end,
      content: text,
      score: confidence,
      minScore: text === '' ? minConfidence : Math.min(1, confidenceFloor(text)),
      height: Math.round(box.height * height),
    }));
  }
}
