import { roundSeconds } from '../../base/time.ts';
import { MODULE_CATALOG } from '../../contract/modules.ts';
import type { SegmentDraft } from '../../contract/segment.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { screenLinesOf } from '../shared/findings/screen-text.ts';
import { type Sentence, sentencesOf } from '../shared/findings/sentences.ts';
import { titlesOf } from '../shared/findings/titles.ts';
import { stopWordsFor } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { candidatesOf, titleStarts } from './boundaries.ts';
import { channelsOf } from './evidence.ts';
import { minimumLength } from './limits.ts';
import { type Naming, nameParts } from './names.ts';
import type { Part } from './plain-names.ts';
import { divide } from './segmentation.ts';

/** A single chapter "Shots 1–9" or "Silence" would only repeat these modules. */
const UNINFORMATIVE_SOURCES: ReadonlySet<Naming['name']['source']> = new Set(['scenes', 'audioevents']);

/**
 * The chapters of a video: they follow one another from 0 to its end without gaps. One chapter when nothing divides
 * it; none if its only possible name repeats its shots or sounds.
 */
export function chaptersOf(findings: Findings): SegmentDraft[] {
  const { duration, of } = findings;
  if (duration <= 0 || MODULE_CATALOG.chapters.reads.every((module) => of(module).length === 0)) return [];
  const minimum = minimumLength(duration);
  const sentences = sentencesOf(of('transcription'));
  const lines = screenLinesOf(of('ocr'));
  const titles = titlesOf(lines, duration);
  const stop = stopWordsFor([...sentences, ...lines].flatMap(({ text }) => wordTokens(text)));
  const fixedTimes = titleStarts(titles, findings, minimum);
  const bonusAt = new Map(candidatesOf(findings, sentences).map(({ time, bonus }) => [time, bonus]));
  const edges = [...new Set([0, ...bonusAt.keys(), ...fixedTimes, duration])].sort((a, b) => a - b);
  const starts = divide({
    edges,
    bonuses: edges.map((time) => bonusAt.get(time) ?? 0),
    channels: channelsOf(findings, sentences, stop, edges, minimum),
    fixed: new Set(fixedTimes.map((time) => edges.indexOf(time))),
    minimum,
    talk: talkBetween(edges, sentences),
  });
  const bounds = [0, ...starts.map((index) => edges[index]!), duration];
  const parts = bounds.slice(1).map((end, i) => ({ start: bounds[i]!, end }));
  const names = nameParts(parts, findings, sentences, titles, stop, minimum);
  const chapters = joined(parts, names);
  if (chapters.length === 1 && UNINFORMATIVE_SOURCES.has(chapters[0]!.name.source)) return [];
  return chapters.map((chapter) => segmentOf(chapter, findings));
}

/** Seconds of speech between each edge and the next; a sentence counts at its middle. */
function talkBetween(edges: readonly number[], sentences: readonly Sentence[]): number[] {
  const talk = new Array<number>(edges.length - 1).fill(0);
  let atom = 0;
  for (const { start, end } of sentences) {
    while (atom < talk.length - 1 && edges[atom + 1]! <= (start + end) / 2) atom++;
    talk[atom]! += end - start;
  }
  return talk;
}

type Chapter = Part & Naming;

/** Neighbors of one name are one chapter. */
function joined(parts: readonly Part[], names: readonly Naming[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const [i, part] of parts.entries()) {
    const naming = names[i]!;
    const last = chapters.at(-1);
    if (last?.name.title === naming.name.title) {
      last.end = part.end;
      last.keywords = [...new Set([...last.keywords, ...naming.keywords])];
    } else chapters.push({ ...part, ...naming });
  }
  return chapters;
}

function segmentOf({ start, end, name, keywords }: Chapter, { of }: Findings): SegmentDraft {
  const stillTime = name.stillTime ?? stillWithin(of('scenes'), start, end) ?? stillWithin(of('ocr'), start, end);
  return {
    content: name.title,
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    data: {
      title_source: name.source,
      ...(name.text && { text: name.text }),
      keywords: [...new Set(keywords)],
      ...(stillTime === null ? {} : { still_time: stillTime }),
    },
  };
}

/** The first still that is kept of findings within a chapter. */
function stillWithin(segments: readonly SegmentDraft[], start: number, end: number): number | null {
  for (const { data } of segments) {
    const time = data?.still_time;
    if (time !== undefined && time >= start && time < end) return time;
  }
  return null;
}
