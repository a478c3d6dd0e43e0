import { evenly, type Fact, type FactRequest, isOf } from './fact-parts.ts';
import { FACT_WORDS } from './fact-words.ts';

const COLOURS_TOLD = 3;
const COLOURS = /\bcolou?rs?\b|(?:^|[^\p{L}])(?:haupt)?farben?(?![\p{L}])/iu;
const ABOUT_COLOURS =
  /^(?:domin\p{L}*|main|most\p{L}*|preval\p{L}*|predomin\p{L}*|palett\p{L}*|vorherr\p{L}*|überwieg\p{L}*|uberwieg\p{L}*|hauptfarb\p{L}*|use\p{L}*|typic\p{L}*|common|colou?r\p{L}*|farb\p{L}*)$/u;

/** Which colours most of a video has. */
export function colours({ text, segments, language, question }: FactRequest): Fact | null {
  const shots = segments.filter(isOf('scenes'));
  if (!COLOURS.test(text) || shots.length === 0 || !question.terms.every((term) => ABOUT_COLOURS.test(term)))
    return null;
  const shares = new Map<string, number>();
  let whole = 0;
  for (const { data, start_time, end_time } of shots) {
    const length = end_time - start_time;
    whole += length;
    for (const { name, share } of coloursOf(data?.['colours']))
      shares.set(name, (shares.get(name) ?? 0) + share * length);
  }
  const top = [...shares].sort((a, b) => b[1] - a[1]).slice(0, COLOURS_TOLD);
  if (top.length === 0 || whole === 0) return null;
  const told = top.map(([name, sum]) => ({ name, percent: Math.round((100 * sum) / whole) }));
  return { sentence: FACT_WORDS[language].colours(told), evidence: evenly(shots) };
}

function coloursOf(value: unknown): { name: string; share: number }[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => typeof one?.name === 'string' && typeof one.share === 'number');
}
