import { z } from 'zod';
import { foldWord } from '../../base/text-fold.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { ModuleFinding } from '../../models/language/compress.ts';
import { writeFromFindings } from '../shared/language-model/ask.ts';
import { languageOf } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { withNameKinds } from './name-kinds.ts';

const TOKENS = 400;
const KEYWORDS_MAX = 20;
const PLACES_MAX = 12;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const Written = z.object({ keywords: z.array(z.string()).min(1).max(60) });
const TASK = `You choose keywords for a video from findings: up to ${KEYWORDS_MAX} words or short phrases that set it apart (names, things, subjects),
the most distinctive first, each spelled exactly as in the findings, without repeats. Answer as JSON: {"keywords": ["..."]}.`;

/**
 * Keywords that the model chose; only those that occur in the findings, with the places where they do. Null when none
 * does.
 */
export async function writeKeywords(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  signal: AbortSignal,
): Promise<SegmentDraft[] | null> {
  const maxTokens = Math.min(TOKENS, Math.floor(model.contextTokens / 4));
  const { keywords } = await writeFromFindings(model, findings, { task: TASK, schema: Written, maxTokens }, signal);
  const located = locateKeywords(keywords, findings);
  const texts = findings.map(({ content }) => content);
  return located && withNameKinds(located, texts, languageOf(wordTokens(texts.join(' '))));
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

/** Where a keyword stands in a text as it is written there. */
function spanOf(content: string, key: string): [number, number] {
  const words = key.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const match = new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'iu').exec(content.normalize('NFKC'));
  return match ? [match.index, match.index + match[0].length] : [0, 0];
}
