import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { chaptersOf } from '../src/modules/chapters/divide.ts';
import type { Findings } from '../src/modules/shared/findings/findings.ts';
import { withSentenceEncoder } from '../src/modules/shared/language-model/sentence-encoder.ts';
import type { Report } from './report.ts';

export const name = 'overview: borders of chapters in newscasts, lectures, and an interview';

const TEXTS = join(import.meta.dirname, 'support/broadcasts');
const CASTS = 16;
const WORDS_PER_SECOND = 2.5;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A talk of several topics, without pauses between them. */
interface Talk {
  findings: Findings;
  /** Starts of the topics in seconds, without the first. */
  borders: number[];
}

export async function run(report: Report): Promise<void> {
  await withSentenceEncoder(new AbortController().signal, async (embed) => {
    const measure = async (label: string, talks: readonly Talk[], bar: string) => {
      let sum = 0;
      for (const { findings, borders } of talks) {
        const starts = (await chaptersOf(findings, embed)).slice(1).map(({ start_time }) => start_time);
        sum += errorRate(borders, starts, findings.duration);
      }
      report.figure(label, (sum / talks.length).toFixed(3), bar);
    };
    for (const language of ['en', 'de'] as const) {
      const items = paragraphs(`items-${language}.txt`);
      // The odd ones chose the parameters of the division.
      const heldOut = items.filter((_, i) => i % 2 === 0);
      await measure(`newscasts of items of 36 s, ${language}: Pk`, castsOf(heldOut), '<= 0.20');
    }
    const long = readFileSync(join(TEXTS, 'long.txt'), 'utf8')
      .split(/^# .*\n/m)
      .filter(Boolean);
    const talks = long.map((text) => talkOf(text.trim().split('\n\n')));
    await measure('two lectures and an interview, without pauses: Pk', talks, 'no bar');
  });
}

function paragraphs(file: string): string[] {
  return readFileSync(join(TEXTS, file), 'utf8').trim().split('\n\n');
}

/** Newscasts of three to seven items in orders that are always the same. */
function castsOf(items: readonly string[]): Talk[] {
  return Array.from({ length: CASTS }, (_, i) => {
    const order = items.map((item, at) => ({ item, key: ((at + 1) * (i * 2 + 3) * 7919) % 104_729 }));
    const count = Math.min(items.length, 3 + (i % 5));
    return talkOf(
      order
        .sort((a, b) => a.key - b.key)
        .slice(0, count)
        .map(({ item }) => item),
    );
  });
}

function talkOf(topics: readonly string[]): Talk {
  const transcription: SegmentDraft[] = [];
  const borders: number[] = [];
  let time = 0;
  for (const topic of topics) {
    if (time > 0) borders.push(time);
    for (const { segment } of SENTENCES.segment(topic)) {
      const end = time + segment.trim().split(/\s+/).length / WORDS_PER_SECOND;
      transcription.push({ content: segment.trim(), start_time: time, end_time: end, data: null });
      time = end;
    }
  }
  const of = (module: string) => (module === 'transcription' ? transcription : []);
  return { findings: { duration: time, hasPicture: false, hasSound: true, of }, borders };
}

/**
 * Pk (Beeferman, Berger, and Lafferty 1999): share of the pairs of instants, half a mean topic apart, of which
 * one division has both in one part and the other has not.
 */
function errorRate(borders: readonly number[], starts: readonly number[], duration: number): number {
  const distance = duration / (borders.length + 1) / 2;
  const isApart = (times: readonly number[], from: number) =>
    times.some((time) => time > from && time <= from + distance);
  let wrong = 0;
  let all = 0;
  for (let from = 0; from + distance < duration; from += 1) {
    all++;
    if (isApart(borders, from) !== isApart(starts, from)) wrong++;
  }
  return wrong / all;
}
