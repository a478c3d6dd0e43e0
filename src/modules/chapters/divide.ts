import { roundSeconds } from '../../base/time.ts';
import { MODULE_CATALOG } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { screenLinesOf } from '../shared/findings/screen-text.ts';
import { type Sentence, sentencesOf } from '../shared/findings/sentences.ts';
import { isInScene, type Title, titlesOf } from '../shared/findings/titles.ts';
import type { Embed } from '../shared/language-model/sentence-encoder.ts';
import { stopWordsFor } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { candidatesOf, titleStarts } from './boundaries.ts';
import { channelsOf } from './evidence.ts';
import { minimumLength } from './limits.ts';
import { type Naming, nameParts } from './names.ts';
import type { Part } from './plain-names.ts';
import { divide } from './segmentation.ts';

/**
 * The chapters of a video: they follow one another from 0 to its end without gaps. None if nothing divides it.
 * @param embed encoder of sentences; null to divide and title by words alone
 */
export async function chaptersOf(findings: Findings, embed: Embed | null): Promise<SegmentDraft[]> {
  const division = await divisionOf(findings, embed);
  if (division === null || division.parts.length === 1) return [];
  const { parts } = division;
  const chapters = joined(parts, await nameParts(parts, findings, division, embed));
  if (chapters.length === 1) return [];
  return chapters.map((chapter) => segmentOf(chapter, findings));
}

/** Starts of the parts of a video in seconds, without the first. @param embed as in {@link chaptersOf} */
export async function partStarts(findings: Findings, embed: Embed | null): Promise<number[]> {
  const division = await divisionOf(findings, embed);
  return division === null ? [] : division.parts.slice(1).map(({ start }) => start);
}

/** Parts of a video, and what they were found by. */
interface Division {
  parts: Part[];
  sentences: readonly Sentence[];
  titles: readonly Title[];
  stop: ReadonlySet<string>;
  /** Seconds that a part has at least. */
  minimum: number;
}

async function divisionOf(findings: Findings, embed: Embed | null): Promise<Division | null> {
  const { duration, of } = findings;
  if (duration <= 0 || MODULE_CATALOG.chapters.reads.every((module) => of(module).length === 0)) return null;
  const minimum = minimumLength(duration);
  const sentences = sentencesOf(of('transcription'));
  const lines = screenLinesOf(of('ocr'));
  const titles = titlesOf(lines, duration).filter((title) => !isInScene(title, of('visualelements')));
  const stop = stopWordsFor([...sentences, ...lines].flatMap(({ text }) => wordTokens(text)));
  const fixedTimes = titleStarts(titles, findings, minimum);
  const bonusAt = new Map(candidatesOf(findings, sentences).map(({ time, bonus }) => [time, bonus]));
  const edges = [...new Set([0, ...bonusAt.keys(), ...fixedTimes, duration])].sort((a, b) => a - b);
  const meanings = embed && sentences.length > 0 ? await embed(sentences.map(({ text }) => text)) : null;
  const starts = divide({
    edges,
    bonuses: edges.map((time) => bonusAt.get(time) ?? 0),
    channels: channelsOf(findings, sentences, stop, edges, minimum),
    fixed: new Set(fixedTimes.map((time) => edges.indexOf(time))),
    minimum,
    talk: talkBetween(edges, sentences),
    meanings: meanings && meaningsBetween(edges, sentences, meanings),
  });
  const bounds = [0, ...starts.map((index) => edges[index]!), duration];
  const parts = bounds.slice(1).map((end, i) => ({ start: bounds[i]!, end }));
  return { parts, sentences, titles, stop, minimum };
}

/** Seconds of speech between each edge and the next; a sentence counts at its middle. */
function talkBetween(edges: readonly number[], sentences: readonly Sentence[]): number[] {
  const talk = new Array<number>(edges.length - 1).fill(0);
  for (const [i, atom] of atomsOf(edges, sentences).entries()) talk[atom]! += sentences[i]!.end - sentences[i]!.start;
  return talk;
}

/** Sum of the embeddings of the sentences between each edge and the next. */
function meaningsBetween(
  edges: readonly number[],
  sentences: readonly Sentence[],
  embedded: readonly Float32Array[],
): (Float32Array | null)[] {
  const sums = new Array<Float32Array | null>(edges.length - 1).fill(null);
  for (const [i, atom] of atomsOf(edges, sentences).entries()) {
    const before = sums[atom];
    sums[atom] = embedded[i]!.map((value, at) => value + (before?.[at] ?? 0));
  }
  return sums;
}

/** Index of the edge before the middle of each sentence. */
function atomsOf(edges: readonly number[], sentences: readonly Sentence[]): number[] {
  let atom = 0;
  return sentences.map(({ start, end }) => {
    while (atom < edges.length - 2 && edges[atom + 1]! <= (start + end) / 2) atom++;
    return atom;
  });
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
