import { median } from '../../../base/statistics.ts';
import { foldWord } from '../../../base/text-fold.ts';
import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { wordTokens } from '../text/tokens.ts';
import { confidentSegments, labelOf } from './labels.ts';
import { isCutOff, type ScreenPosition, type ScreenText } from './screen-text.ts';

/** An on-screen text that names the following part. */
export interface Title {
  text: string;
  start: number;
  end: number;
  /** `card`: large and alone; `heading`: the top line of a slide, larger than the rest. */
  kind: 'card' | 'heading';
  lineHeight: number;
  stillTime: number | null;
}

/** Line heights in fractions of the frame: a subtitle has about 0.05, body text of a slide 0.03 to 0.05. */
const CARD_HEIGHT = 0.06;
const HEADING_HEIGHT = 0.035;
const HEADING_RATIO = 1.25;
/** Share of a line's height from which another is as large: letters with descenders are higher than capitals. */
const AS_LARGE = 0.75;
/** Gap between lines of one title, in line heights; a larger one separates it from the text below. */
const LINE_GAP = 0.8;
/** Below this line stand subtitles and lower thirds. */
const SUBTITLE_TOP = 0.72;
/** Words that may stand beside a title on its card: a subtitle of the film, a name, a date. */
const CARD_COMPANY_WORDS = 10;
const WORDS_MAX = 12;
const LENGTH_MAX = 80;
const SECONDS_MIN = 1;
/** Titles are drawn to be read; lettering on a shirt or a sign that is read wrong has less confidence. */
const MIN_CONFIDENCE = 0.92;
/** Text in the scene moves with the camera; a title stands still. */
const DRIFT_MAX = 0.05;
/** Maximum repetitions of a title; a running head, a watermark, or a sign has more. */
const REPEATS_MAX = 3;
/** Maximum large texts considered as titles. */
const CANDIDATES_MAX = 400;

/** Objects beside which a slide is shown. */
const PRESENTING = new Set([
  'person',
  'tv',
  'laptop',
  'keyboard',
  'mouse',
  'remote',
  'book',
  'cell phone',
  'chair',
  'couch',
  'clock',
  'bottle',
  'cup',
  'tie',
  'vase',
  'potted plant',
  'dining table',
]);

/** Whether a text is written on something in the scene, such as a shop sign above cars, instead of on a slide. */
export function isInScene({ start, end }: Pick<Title, 'start' | 'end'>, objects: readonly SegmentDraft[]): boolean {
  return confidentSegments(objects).some(
    (object) =>
      !PRESENTING.has(labelOf(object).toLowerCase()) &&
      Math.min(end, object.end_time) - Math.max(start, object.start_time) >= (end - start) / 2,
  );
}

type Placed = ScreenText & { place: ScreenPosition };

/** Finds the titles among the on-screen lines of a video of `duration` seconds, by start. */
export function titlesOf(texts: readonly ScreenText[], duration: number): Title[] {
  const placed = texts.filter((text): text is Placed => text.place !== null);
  const passing = placed.filter(({ start, end }) => duration < 20 || end - start < duration * 0.6);
  const repeats = new Map<string, number>();
  for (const { text } of passing) repeats.set(foldWord(text), (repeats.get(foldWord(text)) ?? 0) + 1);
  const candidates = passing
    .filter((text) => mayBeTitle(text) && repeats.get(foldWord(text.text))! <= REPEATS_MAX)
    .sort((a, b) => b.place.lineHeight - a.place.lineHeight || a.start - b.start)
    .slice(0, CANDIDATES_MAX);
  const titles: Title[] = [];
  const used = new Set<Placed>();
  for (const head of candidates) {
    if (used.has(head)) continue;
    const company = passing.filter((other) => sharesScreen(head, other));
    const lines = linesOf(head, company);
    for (const line of lines) used.add(line);
    const kind = kindOf(
      head,
      company.filter((other) => !lines.includes(other)),
    );
    const text = lines.map((line) => line.text).join(' ');
    if (kind && isTitleText(text) && !lines.some(isCutOff))
      titles.push({ text, ...spanOf(lines), kind, ...looks(head) });
  }
  return withoutRepeats(titles.sort((a, b) => a.start - b.start || b.lineHeight - a.lineHeight));
}

function mayBeTitle({ text, start, end, confidence, place }: Placed): boolean {
  if (confidence < MIN_CONFIDENCE) return false;
  if (end - start < SECONDS_MIN || place.drift > DRIFT_MAX || place.lineHeight < HEADING_HEIGHT) return false;
  if (place.y + place.height / 2 > SUBTITLE_TOP && place.lineHeight < CARD_HEIGHT * 2) return false;
  return isTitleText(text);
}

function isTitleText(text: string): boolean {
  const words = wordTokens(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const enough = letters >= 3 || /\p{Script=Han}{2}/u.test(text);
  return enough && letters >= text.length * 0.4 && words.length <= WORDS_MAX && text.length <= LENGTH_MAX;
}

function kindOf({ place }: Placed, others: readonly Placed[]): Title['kind'] | null {
  const words = others.reduce((total, { text }) => total + wordTokens(text).length, 0);
  // Below a line as large stands the text of a slide.
  const isFirst = others.every(
    (other) => other.place.y >= place.y || other.place.lineHeight < place.lineHeight * AS_LARGE,
  );
  if (place.lineHeight >= CARD_HEIGHT && isFirst && words <= CARD_COMPANY_WORDS) return 'card';
  const rest = median(others.map((other) => other.place.lineHeight));
  const atTop = place.y + place.height / 2 < 0.3 && others.every((other) => other.place.y >= place.y - 0.02);
  return others.length > 0 && atTop && place.lineHeight >= rest * HEADING_RATIO ? 'heading' : null;
}

/** Whether `other` is visible during at least half of `text`. */
function sharesScreen(text: Placed, other: Placed): boolean {
  return Math.min(text.end, other.end) - Math.max(text.start, other.start) >= (text.end - text.start) / 2;
}

/** Lines of the title from top to bottom: `head` and its continuations. */
function linesOf(head: Placed, company: readonly Placed[]): Placed[] {
  const lines = [head];
  const rest = new Set(company.filter((other) => other !== head && other.place.lineHeight >= HEADING_HEIGHT));
  for (const line of lines) {
    for (const other of rest) if (continues(line, other) && rest.delete(other)) lines.push(other);
  }
  return lines.sort(byRow);
}

/** Whether `other` is a further line of the same title: as large, close above or below, there at the same time. */
function continues(head: Placed, other: Placed): boolean {
  const [a, b] = [head.place, other.place];
  const shared = Math.min(head.end, other.end) - Math.max(head.start, other.start);
  const all = Math.max(head.end, other.end) - Math.min(head.start, other.start);
  const gap = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  const beside = Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x);
  return shared >= all * 0.6 && b.lineHeight >= a.lineHeight * AS_LARGE && beside && gap < a.lineHeight * LINE_GAP;
}

function byRow(a: Placed, b: Placed): number {
  return a.place.y - b.place.y || a.place.x - b.place.x;
}

function spanOf(lines: readonly Placed[]): { start: number; end: number } {
  return { start: Math.min(...lines.map(({ start }) => start)), end: Math.max(...lines.map(({ end }) => end)) };
}

function looks({ place, stillTime }: Placed): { lineHeight: number; stillTime: number | null } {
  return { lineHeight: place.lineHeight, stillTime };
}

/** A title that is shown again without another one in between is not repeated. */
function withoutRepeats(titles: readonly Title[]): Title[] {
  const distinct: Title[] = [];
  for (const title of titles) {
    const last = distinct.at(-1);
    if (last && foldWord(last.text) === foldWord(title.text)) last.end = Math.max(last.end, title.end);
    else distinct.push({ ...title });
  }
  return distinct;
}
