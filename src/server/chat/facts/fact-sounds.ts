import type { Segment } from '../../../contract/analysis/segment.ts';
import { isNamedSound } from '../../../core/labels/sound-labels.ts';
import { soundsOfWord } from '../../../core/labels/sound-words.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { cite } from '../attribution/citations.ts';
import { type Fact, type FactRequest, isFrom, sampleEvenly, sortByTime } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

/** Verbs of sounds; without one, a dog may be looked for. */
const HEARING = /(?<!\p{L})(?:hear\p{L}*|sounds?|noises?|audible|hör\p{L}*|gehört|geräusche?)(?!\p{L})/iu;
/** Words beside the sound, and whoever makes it. */
const OTHER_TERMS = new Set(
  termsOf(
    'hear heard hears audible sound sounds noise hört hören gehört hörbar geräusch people person anyone someone jemand leute menschen',
  ),
);
/** Maximum number of times in an answer. */
const MAX_TIMES = 5;

/** Answers when a named sound occurs: “When is there applause?”, “Does a dog bark?” */
export function soundFact({ text, segments, language, question }: FactRequest): Fact | null {
  const sounds = segments.filter(isFrom('audioevents'));
  const words = text.match(/[\p{L}\p{N}-]+/gu) ?? [];
  const named = words.map((word) => ({ terms: termsOf(word), labels: soundsOfWord(word) })).filter(isSound);
  const labels = named.reduce<readonly string[] | null>(
    (common, { labels: own }) => common?.filter((label) => own.some((each) => each === label)) ?? own,
    null,
  );
  if (sounds.length === 0 || !labels?.length) return null;
  const ownTerms = new Set([
    ...named.flatMap(({ terms }) => terms),
    ...OTHER_TERMS,
    ...question.labels.flatMap((label) => termsOf(label)),
  ]);
  const isOnlySounds = question.terms.every((term) => ownTerms.has(term));
  const isSeen = question.onlyLabels && !HEARING.test(text);
  if (!isOnlySounds || isSeen) return null;
  const found = sounds.filter((sound) => isNamedSound(sound) && labels.includes(sound.data?.label ?? ''));
  const texts = FACT_TEXTS[language];
  if (found.length === 0) return { sentence: texts.noSound, evidence: sampleEvenly(sounds) };
  const times = found.slice(0, MAX_TIMES);
  const name = [...new Set(found.map(({ content }) => content))].join(', ');
  return {
    sentence: texts.sounds(
      name,
      times.map(({ start_time }) => cite(start_time)),
      found.length,
    ),
    evidence: sortByTime([...new Set<Segment>([...times, ...sampleEvenly(found)])]),
  };
}

/** Speech, silence, and music have answers of their own. */
function isSound({ labels }: { labels: readonly string[] }): boolean {
  return labels.length > 0 && !labels.some((label) => ['speech', 'silence', 'music or noise'].includes(label));
}
