import type { Box, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { SegmentLine } from '../ocr/segments.ts';
import type { BrandMatch, BrandMatcher } from '../shared/brand-names/brand-matcher.ts';

/** Maximum gap within one appearance of a brand, in seconds. */
const MERGE_SECONDS = 2;
/** Minimum confidence of a reported brand. */
const MIN_CONFIDENCE = 0.6;
const MAX_BOXES = 120;

type BlockLine = Pick<SegmentLine, 'text'> & Partial<SegmentLine>;

interface Sighting {
  brand: string;
  start: number;
  end: number;
  confidence: number;
  boxes: Box[];
  stillTime: number | undefined;
  matched: string;
}

/** Finds brands in text segments: one segment per brand and appearance, in time order. */
export function brandSegments(texts: readonly SegmentDraft[], matcher: BrandMatcher): SegmentDraft[] {
  const sightings = texts.flatMap((text) => sightingsIn(text, matcher)).sort((a, b) => a.start - b.start);
  const merged: Sighting[] = [];
  for (const sighting of sightings) {
    const open = merged.find((one) => one.brand === sighting.brand && sighting.start - one.end <= MERGE_SECONDS);
    if (!open) {
      merged.push(sighting);
      continue;
    }
    const better = sighting.confidence > open.confidence ? sighting : open;
    open.end = Math.max(open.end, sighting.end);
    open.boxes.push(...sighting.boxes);
    open.stillTime = better.stillTime ?? open.stillTime;
    open.matched = better.matched;
    open.confidence = better.confidence;
  }
  return merged.map(toSegment);
}

function sightingsIn({ content, start_time, end_time, data }: SegmentDraft, matcher: BrandMatcher): Sighting[] {
  const lines = linesOf(content, data?.lines);
  const found = matcher.find(lines.map((line) => line.text));
  return found
    .map((match): Sighting => {
      const own = lines.slice(match.firstLine, match.lastLine + 1);
      return {
        brand: match.brand,
        start: start_time,
        end: end_time,
        confidence: confidenceOf(match, own, data?.confidence),
        boxes: boxesOf(match, own, lines.length, data?.boxes),
        stillTime: data?.still_time,
        matched: match.matched,
      };
    })
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .flatMap((sighting) => [sighting, ...repetitionsOf(sighting, data?.repetitions)]);
}

/** The same brand at the further times at which a ticker showed it; its places and its still are those of the first. */
function repetitionsOf(sighting: Sighting, times: { start_time: number; end_time: number }[] = []): Sighting[] {
  return times.map(({ start_time, end_time }) => ({
    ...sighting,
    start: start_time,
    end: end_time,
    boxes: [],
    stillTime: undefined,
  }));
}

/** Lines from `data.lines` of `ocr`; any other text is one line. */
function linesOf(content: string, lines: unknown): BlockLine[] {
  const isLine = (line: unknown): line is SegmentLine =>
    typeof line === 'object' && line !== null && 'text' in line && typeof line.text === 'string';
  const parsed = Array.isArray(lines) ? lines.filter(isLine) : [];
  return parsed.length > 0 ? parsed : [{ text: content }];
}

function confidenceOf(match: BrandMatch, lines: readonly Partial<SegmentLine>[], whole: number | undefined): number {
  const read = Math.min(...lines.map((line) => line.confidence ?? whole ?? 1));
  return Math.round(read * match.certainty * 10_000) / 10_000;
}

/** All boxes of a text that is one sign; for a longer text, the first boxes of the brand's lines. */
function boxesOf(match: BrandMatch, lines: readonly Partial<SegmentLine>[], count: number, whole: Box[] = []): Box[] {
  if (lines.length === count && whole.length > 0) return whole.map((box) => ({ ...box, label: match.brand }));
  return lines.flatMap(({ box }) => (box ? [{ ...box, label: match.brand }] : []));
}

function toSegment({ brand, start, end, confidence, boxes, stillTime, matched }: Sighting): SegmentDraft {
  const inTime = boxes.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const step = Math.ceil(inTime.length / MAX_BOXES);
  return {
    content: brand,
    start_time: start,
    end_time: end,
    data: {
      label: brand,
      confidence,
      boxes: inTime.filter((_, i) => i % step === 0),
      matched_text: matched,
      ...(stillTime === undefined ? {} : { still_time: stillTime }),
    },
  };
}
