import type { Segment } from '../../contract/analysis/segment.ts';
import { talkTimes } from '../../core/transcript/talk-time.ts';
import { encodeUntrusted } from '../../models/language/untrusted.ts';
import { isFrom } from './facts/fact-parts.ts';
import { FACT_TEXTS } from './facts/fact-texts.ts';

/** Speakers that are named. */
const MAX_SPEAKERS = 8;

/** Facts that rules compute from the findings of a video, as a line of a prompt. @param duration in seconds */
export function promptFacts(segments: readonly Segment[], duration: number | null): string {
  const count = (module: 'scenes' | 'chapters') => segments.filter(isFrom(module)).length;
  const speakers = talkTimes(segments.filter(isFrom('transcription'))).slice(0, MAX_SPEAKERS);
  const said = speakers.map(({ name, seconds }) => `${encodeUntrusted(name)} (${Math.round(seconds)} s)`);
  const facts = [
    ...(duration === null ? [] : [FACT_TEXTS.en.length(duration)]),
    ...(count('scenes') > 0 ? [FACT_TEXTS.en.countOf.scenes(count('scenes'))] : []),
    ...(count('chapters') > 0 ? [FACT_TEXTS.en.countOf.chapters(count('chapters'))] : []),
    ...(said.length > 0 ? [`Speakers: ${said.join(', ')}.`] : []),
  ];
  return facts.length === 0 ? '' : `Computed, and certain: ${facts.join(' ')}\n`;
}
