import { type Fact, type FactRequest, isFrom, sampleEvenly } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

const MAX_COLORS = 3;
const COLOR_QUESTION = /\bcolou?rs?\b|(?:^|[^\p{L}])(?:haupt)?farben?(?![\p{L}])/iu;
const COLOR_TERMS =
  /^(?:domin\p{L}*|main|most\p{L}*|preval\p{L}*|predomin\p{L}*|palett\p{L}*|vorherr\p{L}*|überwieg\p{L}*|uberwieg\p{L}*|hauptfarb\p{L}*|use\p{L}*|typic\p{L}*|common|colou?r\p{L}*|farb\p{L}*)$/u;

/** Returns the dominant colors of a video, weighted by shot length. */
export function colors({ text, segments, language, question }: FactRequest): Fact | null {
  const shots = segments.filter(isFrom('scenes'));
  if (!COLOR_QUESTION.test(text) || shots.length === 0 || !question.terms.every((term) => COLOR_TERMS.test(term)))
    return null;
  const sums = new Map<string, number>();
  let total = 0;
  for (const { data, start_time, end_time } of shots) {
    const length = end_time - start_time;
    total += length;
    for (const { name, share } of colorsOf(data?.['colours'])) sums.set(name, (sums.get(name) ?? 0) + share * length);
  }
  const top = [...sums].sort((a, b) => b[1] - a[1]).slice(0, MAX_COLORS);
  if (top.length === 0 || total === 0) return null;
  const dominant = top.map(([name, sum]) => ({ name, percent: Math.round((100 * sum) / total) }));
  return { sentence: FACT_TEXTS[language].colors(dominant), evidence: sampleEvenly(shots) };
}

function colorsOf(value: unknown): { name: string; share: number }[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry?.name === 'string' && typeof entry.share === 'number');
}
