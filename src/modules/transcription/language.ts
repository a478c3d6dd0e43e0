import { dictionary } from '../../base/dictionary.ts';
import { likenessTo } from '../../models/language/written.ts';
import type { LanguageDetector } from '../../models/speech/index.ts';

/** Probability from which on a language is certain, without a comparison of texts. */
const CERTAIN = 0.9;
/** Speech that suffices to decide (samples): windows of a few seconds are often wrong, at any probability. */
const MIN_CERTAIN = 16_000 * 4.5;
const ENOUGH = 16_000 * 25;
/** Speech that the detector takes (samples). */
const LONGEST = 16_000 * 30;
/** Languages whose texts are compared: the most probable ones, down to a probability. */
const MAX_CANDIDATES = 12;
const MIN_CANDIDATE = 0.02;
/**
 * Weights of the logarithm of the probability, and of the likeness of the text to its language, beside the log
 * probability of the text; chosen on recordings in 20 languages (`bench -- languages`).
 */
const PROBABILITY_WEIGHT = 0.1;
const LIKENESS_WEIGHT = 1;
/** Likeness where it can't be judged: about that of words in a related language. */
const UNKNOWN_LIKENESS = 0.5;
/**
 * Languages that Whisper takes for a larger relative, at any probability. Speech of the relative, written in them, is
 * less like them than like the relative, at least by this much.
 */
const RELATIVES: Readonly<Record<string, string>> = dictionary({ es: 'ca' });
const MIN_RELATIVE_MARGIN = -0.05;
/** Speech that a chunk in another language than the recording's needs (samples), and the lead of its text. */
const MIN_OTHER = 16_000 * 8;
const MIN_OTHER_MARGIN = 0.2;
/** Probability below which the recording's language is doubted in a chunk without another certain one. */
const DOUBTFUL = 0.5;
/** Languages whose texts are compared then: each takes as long as the chunk's recognition. */
const MAX_CHUNK_CANDIDATES = 3;
/** Probability from which the speech on each side of a change is in its language. */
const MIN_SIDE = 0.8;
/**
 * Languages that Whisper heard for less than some hours, and finds in unclear speech of others. They need a more
 * plausible text.
 */
const SELDOM = new Set('ba bo br cy fo haw jw la ln mg mi nn sa sn su tk tt yi'.split(' '));
const SELDOM_FACTOR = 0.1;

type Ranking = [code: string, probability: number][];

/** How plausible the text in a language is: by its log probability, and with that of the language and its likeness. */
interface Plausibility {
  code: string;
  logProbability: number;
  score: number;
}

/**
 * Returns the language of the start of a recording; null while more speech is needed.
 * @param speech 16 kHz mono, up to 30 s of it @param isAll whether no more speech follows
 */
export async function decideLanguage(
  detector: LanguageDetector,
  speech: Float32Array,
  isAll: boolean,
): Promise<string | null> {
  const ranking = await rank(detector, speech);
  const [code, probability] = ranking[0]!;
  const isCertain = probability >= CERTAIN && speech.length >= MIN_CERTAIN;
  if (!isCertain && !isAll && speech.length < ENOUGH) return null;
  return relativeOf(detector, speech, isCertain ? code : await mostPlausible(detector, speech, ranking));
}

/** Returns the language of a later chunk: another one than the recording's only on strong evidence. */
export async function languageOfChunk(
  detector: LanguageDetector,
  speech: Float32Array,
  language: string,
): Promise<string> {
  if (speech.length < MIN_OTHER) return language;
  const ranking = await rank(detector, speech);
  const [first, probability] = ranking[0]!;
  const own = new Map(ranking).get(language) ?? 0;
  if (own >= DOUBTFUL) return language;
  if (probability >= CERTAIN && (await relativeOf(detector, speech, first)) === language) return language;
  const others = ranking.filter(([code]) => code !== language);
  const likely =
    probability >= CERTAIN ? others.slice(0, 1) : others.slice(0, MAX_CHUNK_CANDIDATES).filter(isCandidate);
  if (likely.length === 0) return language;
  const [ownText, ...texts] = await compared(detector, speech, [[language, own], ...likely]);
  const best = mostPlausibleOf(texts);
  return best.logProbability - ownText!.logProbability >= MIN_OTHER_MARGIN ? best.code : language;
}

/** A change of language within a chunk. */
export interface LanguageChange {
  /** First part in the other language. */
  part: number;
  before: string;
  after: string;
}

/**
 * Returns where another language begins in a chunk; null if none clearly does. Speech in two languages is in neither
 * for certain, but what is before and after the change is.
 */
export async function languageChange(
  detector: LanguageDetector,
  { samples, parts }: { samples: Float32Array; parts: readonly { at: number }[] },
): Promise<LanguageChange | null> {
  const borders = parts.flatMap(({ at }, part) =>
    at >= MIN_CERTAIN && samples.length - at >= MIN_CERTAIN ? [{ at, part }] : [],
  );
  if (borders.length === 0) return null;
  const known = new Map<string, Ranking[number]>();
  const likeliest = async (start: number, end: number): Promise<Ranking[number]> => {
    const key = `${start}-${end}`;
    const found = known.get(key) ?? (await rank(detector, samples.subarray(start, end)))[0]!;
    known.set(key, found);
    return found;
  };
  const [, whole] = (await rank(detector, samples))[0]!;
  if (whole >= CERTAIN) return null;
  const [before, first] = await likeliest(0, borders[0]!.at);
  if (first < MIN_SIDE) return null;
  const [after, last] = await likeliest(borders.at(-1)!.at, samples.length);
  if (last < MIN_SIDE || before === after) return null;
  let best = { part: -1, probability: 0 };
  for (const { at, part } of borders) {
    const [left, right] = [await likeliest(0, at), await likeliest(at, samples.length)];
    const probability = left[0] === before && right[0] === after ? Math.min(left[1], right[1]) : 0;
    if (probability > best.probability) best = { part, probability };
  }
  return best.probability >= MIN_SIDE ? { part: best.part, before, after } : null;
}

/** Speech of several chunks in one piece, as much as the detector takes. */
export function pooled(chunks: readonly { samples: Float32Array }[]): Float32Array {
  // The same array, whose encoded form the engine keeps.
  if (chunks.length === 1) return chunks[0]!.samples;
  const length = chunks.reduce((sum, { samples }) => sum + samples.length, 0);
  const pool = new Float32Array(Math.min(length, LONGEST));
  let at = 0;
  for (const { samples } of chunks) {
    const part = samples.subarray(0, pool.length - at);
    pool.set(part, at);
    at += part.length;
  }
  return pool;
}

async function rank(detector: LanguageDetector, speech: Float32Array): Promise<Ranking> {
  const weighted = [...(await detector.probabilities(speech))].map(([code, probability]): Ranking[number] => [
    code,
    SELDOM.has(code) ? SELDOM_FACTOR * probability : probability,
  ]);
  const sum = weighted.reduce((total, [, probability]) => total + probability, 0);
  return weighted
    .map(([code, probability]): Ranking[number] => [code, probability / sum])
    .sort(([, a], [, b]) => b - a);
}

async function mostPlausible(detector: LanguageDetector, speech: Float32Array, ranking: Ranking): Promise<string> {
  const candidates = ranking.slice(0, MAX_CANDIDATES).filter((each, i) => i === 0 || isCandidate(each));
  if (candidates.length === 1) return candidates[0]![0];
  return mostPlausibleOf(await compared(detector, speech, candidates)).code;
}

function mostPlausibleOf(texts: readonly Plausibility[]): Plausibility {
  return texts.reduce((a, b) => (b.score > a.score ? b : a));
}

function isCandidate([, probability]: Ranking[number]): boolean {
  return probability >= MIN_CANDIDATE;
}

/** The texts of speech in several languages, by how plausible each is. */
async function compared(
  detector: LanguageDetector,
  speech: Float32Array,
  candidates: Ranking,
): Promise<Plausibility[]> {
  const texts = await detector.texts(
    speech,
    candidates.map(([code]) => code),
  );
  const found: Plausibility[] = [];
  for (const [i, [code, probability]] of candidates.entries()) {
    const { text, logProbability } = texts[i]!;
    const likeness = (await likenessTo(text, code)) ?? UNKNOWN_LIKENESS;
    const share = Math.max(probability, MIN_CANDIDATE);
    const score = logProbability + PROBABILITY_WEIGHT * Math.log(share) + LIKENESS_WEIGHT * likeness;
    found.push({ code, logProbability, score });
  }
  return found;
}

/** The smaller relative of a language if its text is like it, otherwise the language. */
async function relativeOf(detector: LanguageDetector, speech: Float32Array, language: string): Promise<string> {
  const relative = RELATIVES[language];
  if (relative === undefined) return language;
  const [written] = await detector.texts(speech, [relative]);
  if (written!.logProbability === Number.NEGATIVE_INFINITY) return language;
  const own = (await likenessTo(written!.text, relative)) ?? 0;
  const others = (await likenessTo(written!.text, language)) ?? 0;
  return own >= UNKNOWN_LIKENESS && own - others >= MIN_RELATIVE_MARGIN ? relative : language;
}
