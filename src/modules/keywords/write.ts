import { z } from 'zod';
import { foldWord } from '../../base/text-fold.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { ModuleFinding } from '../../models/language/compress.ts';
import { writeFromFindings } from '../shared/language-model/ask.ts';
import { languageOf } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { nameKinds, withNameKinds } from './name-kinds.ts';

const TOKENS = 400;
const KEYWORDS_MAX = 20;
const PLACES_MAX = 12;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const Written = z.object({ keywords: z.array(z.string()).min(1).max(60) });
const TASK = `You choose keywords for a video from findings: up to ${KEYWORDS_MAX} words or short phrases that set it apart (names, things, subjects),
the most distinctive first, each spelled exactly as in the findings, without repeats. Answer as JSON: {"keywords": ["..."]}.`;

/**
 * Keywords that the model chose and that occur in the findings, with the places where they do; instead of others, the
 * next best of `extracted`. Null when none occurs.
 */
export async function writeKeywords(
  model: GeneratingEngine,
  extracted: readonly SegmentDraft[],
  findings: readonly ModuleFinding[],
  signal: AbortSignal,
): Promise<SegmentDraft[] | null> {
  const maxTokens = Math.min(TOKENS, Math.floor(model.contextTokens / 4));
  const { keywords } = await writeFromFindings(model, findings, { task: TASK, schema: Written, maxTokens }, signal);
  const located = locateKeywords(keywords, findings);
  if (located === null) return null;
  const texts = findings.map(({ content }) => content);
  const filled = filledUp(located, extracted, Math.min(KEYWORDS_MAX, keywords.length));
  return withNameKinds(filled, nameKinds(texts, languageOf(wordTokens(texts.join(' ')))));
}

/** Adds extracted keywords up to a number; none that repeats a word of another. */
function filledUp(located: readonly SegmentDraft[], extracted: readonly SegmentDraft[], count: number): SegmentDraft[] {
  const known = new Set(located.map(({ content }) => content));
  const words = new Set(located.flatMap(({ content }) => wordsOf(content)));
  const added: SegmentDraft[] = [];
  const ranked = extracted.toSorted((a, b) => Number(a.data?.['rank']) - Number(b.data?.['rank']));
  for (const [label, places] of Map.groupBy(ranked, ({ content }) => content)) {
    if (known.size >= count) break;
    if (wordsOf(label).some((word) => words.has(word))) continue;
    known.add(label);
    added.push(...places.map((place) => ({ ...place, data: { ...place.data, rank: known.size } })));
  }
  return [...located, ...added];
}

/** One segment for each place of each keyword; null when no keyword occurs. */
export function locateKeywords(keywords: readonly string[], findings: readonly ModuleFinding[]): SegmentDraft[] | null {
  const folded = findings.map((finding) => ({ finding, text: fold(finding.content) }));
  const known = new Set<string>();
  const segments: SegmentDraft[] = [];
  for (const keyword of keywords) {
    const key = fold(keyword).trim();
    if (key === '' || key.length > 80 || known.has(key) || known.size >= KEYWORDS_MAX) continue;
    const whole = UNSPACED.test(key) ? key : ` ${key} `;
    const places = folded.filter(({ text }) => text.includes(whole));
    if (places.length === 0) continue;
    known.add(key);
    const label = places[0]!.finding.content.normalize('NFKC').slice(...spanOf(places[0]!.finding.content, key));
    for (const { finding } of places.slice(0, PLACES_MAX)) {
      segments.push({
        content: label,
        start_time: finding.start_time,
        end_time: finding.end_time,
        data: { label, rank: known.size, mentions: places.length },
      });
    }
  }
  return segments.length === 0 ? null : segments;
}

/** Folds a text to words separated and enclosed by single spaces. */
function fold(text: string): string {
  const words = foldWord(text).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return ` ${words.trim()} `;
}

const wordsOf = (text: string) => fold(text).trim().split(' ');

/** Where a keyword stands in a text as it is written there. */
function spanOf(content: string, key: string): [number, number] {
  const words = key.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const match = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'iu').exec(content.normalize('NFKC'));
  return match ? [match.index, match.index + match[0].length] : [0, 0];
}
