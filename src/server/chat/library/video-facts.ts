import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { ASKS_LANGUAGES, languagesOf } from '../facts/fact-languages.ts';
import { askedNames, namesOf } from '../facts/fact-names.ts';
import { FACT_TEXTS } from '../facts/fact-texts.ts';
import { countingFact } from '../facts/facts.ts';
import { quoteFinding, withPreviewNote } from '../finding-text.ts';
import { labeled } from './library-evidence.ts';
import { LIBRARY_TEXTS, titleOf, withLabel } from './library-texts.ts';
import type { LibraryEvidenceRequest, VideoEvidence } from './types.ts';

/** Most videos that an answer lists, newest first. */
const MAX_LISTED = 50;

/** Videos whose findings are read for a question that counts. */
const MAX_COUNTED = 20;

const LENGTHS =
  /(?<!\p{L})(?:how long|lengths?|durations?|running times?|wie lang(?:e)?|längen?|dauer|laufzeit(?:en)?)(?!\p{L}).{0,40}(?<!\p{L})(?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien)(?!\p{L})/iu;
const EXTREMES = [
  [/(?<!\p{L})(?:longest|längste[nrs]?)(?!\p{L})/iu, 1],
  [/(?<!\p{L})(?:shortest|kürzeste[nrs]?)(?!\p{L})/iu, -1],
] as const;
const EXTREME_VIDEO =
  /(?<!\p{L})(?:(?:longest|shortest|längste[nrs]?|kürzeste[nrs]?) (?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien)|(?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien) (?:is|are|ist|sind) (?:the |am |das |die |der )?(?:longest|shortest|längste[nrs]?|kürzeste[nrs]?))(?!\p{L})/iu;
const COUNT =
  /^(?:how many|wie ?viele) (?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien)(?: (?:are there|do (?:i|we) have|are in (?:the|this|my) library|gibt es|habe ich|haben wir|sind (?:es|hier|in der bibliothek)))?\s{0,3}\?{0,3}$/iu;
const SPEAKERS =
  /^(?:who (?:speaks|talks|is speaking)|wer spricht|how many speakers(?: are(?: there)?)?|wie viele sprecher(?: gibt es)?)(?: (?:in|of|pro|per|von) (?:(?:each|every|all|the|these|jede[mnrs]|allen|den|diesen)(?: of the)? )?(?:videos?|clips?|films?|movies|recordings?|files|aufnahmen?|filme?n?|dateien))?\s{0,3}\?{0,3}$/iu;

type Line = { video: VideoRow; text: string };

/** Answers questions about each video: length, language, speakers, names; or their number. Null for others. */
export async function videoFacts(
  { text, videos, segmentsOf }: { text: string } & Pick<LibraryEvidenceRequest, 'videos' | 'segmentsOf'>,
  language: AnswerLanguage,
): Promise<{ text: string; used: VideoEvidence[] } | null> {
  const words = LIBRARY_TEXTS[language];
  if (COUNT.test(text)) return { text: words.videos(videos.length), used: [] };
  const extreme = EXTREME_VIDEO.test(text) ? EXTREMES.find(([pattern]) => pattern.test(text)) : undefined;
  if (extreme || LENGTHS.test(text)) {
    const known = videos.filter(({ duration }) => duration > 0);
    const sorted = extreme ? known.toSorted((a, b) => extreme[1] * (b.duration - a.duration)).slice(0, 1) : known;
    const lines = sorted.map((video) => ({ video, text: FACT_TEXTS[language].duration(video.duration) }));
    const total = known.reduce((sum, { duration }) => sum + duration, 0);
    return listed(lines, language, extreme ? '' : words.total(FACT_TEXTS[language].duration(total)));
  }
  const factOf = factAskedFor(text);
  if (!factOf) return null;
  const facts = videos.slice(0, MAX_LISTED).map(async (video) => {
    const names = factOf(await segmentsOf(video), language);
    return names.length > 0 ? [{ video, text: names.join(', ') }] : [];
  });
  return listed((await Promise.all(facts)).flat(), language, '');
}

/** Counts by video for a question that counts; null for others, and where there is nothing to count. */
export async function countsByVideo(
  { text, question, segmentsOf }: { text: string } & Pick<LibraryEvidenceRequest, 'question' | 'segmentsOf'>,
  videos: readonly VideoRow[],
  language: AnswerLanguage,
): Promise<{ text: string; used: VideoEvidence[] } | null> {
  const facts = videos.slice(0, MAX_COUNTED).map(async (video) => {
    const segments = await segmentsOf(video);
    const fact = countingFact({ text, question, segments, duration: video.duration, language });
    if (!fact) return [];
    const sentence = withPreviewNote(fact.sentence, fact.evidence, language);
    return [{ video, segments: fact.evidence, sentence }];
  });
  const used = labeled((await Promise.all(facts)).flat());
  const lines = used.map(
    ({ label, video, sentence }) => `- ${titleOf(label, video.name)}: ${withLabel(sentence, label)}`,
  );
  return used.length === 0 ? null : { text: lines.join('\n'), used };
}

function listed(lines: readonly Line[], language: AnswerLanguage, end: string) {
  if (lines.length === 0) return null;
  const used = lines.slice(0, MAX_LISTED).map(({ video }, i) => ({ label: `V${i + 1}`, video, segments: [] }));
  const list = used.map(({ label, video }, i) => `- ${titleOf(label, video.name)}: ${lines[i]!.text}`);
  const rest = lines.length - used.length;
  const more = rest > 0 ? [`- ${LIBRARY_TEXTS[language].more(rest)}`] : [];
  return { text: [[...list, ...more].join('\n'), ...(end && lines.length > 1 ? [end] : [])].join('\n\n'), used };
}

/** Lists what a question asks of each video; undefined for other questions. */
function factAskedFor(
  text: string,
): ((segments: readonly Segment[], language: AnswerLanguage) => string[]) | undefined {
  if (ASKS_LANGUAGES.test(text)) return languageNames;
  if (SPEAKERS.test(text)) return speakersOf;
  const kind = askedNames(text);
  if (kind === undefined) return undefined;
  return (segments, language) => [...namesOf(segments, kind).values()].map(([name]) => quoteFinding(name!, language));
}

const languageNames = (segments: readonly Segment[], language: AnswerLanguage) =>
  languagesOf(segments, language).map(({ name }) => name);

function speakersOf(segments: readonly Segment[]): string[] {
  const lines = segments.filter(({ module }) => module === 'transcription');
  return [...new Set(lines.flatMap(({ data }) => data?.speaker ?? []))];
}
