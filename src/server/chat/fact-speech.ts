import { cite } from './citations.ts';
import { evenly, type Fact, type FactRequest, inTime, isOf } from './fact-parts.ts';
import { FACT_WORDS } from './fact-words.ts';

const SPEECH =
  /\bwho (?:\p{L}+ )?(?:speaks?|speaking|talks?|talking|says?)|\b(?:is|does|do|are|was) (?:any(?:one|body|thing)|some(?:one|body)|there|people) .*\b(?:sa(?:id|y)|spoken|speak\p{L}*|talk\p{L}*|speech)\b|\bwhen .*\b(?:speak\p{L}*|talk\p{L}*|speech)\b|\bspeakers?\b|\bwer (?:spricht|redet|sagt)|\bwann .*\b(?:gesprochen|geredet|spricht)|\bwird .*\b(?:gesprochen|geredet|gesagt)|\bsprecher/iu;

/** Who speaks is not told apart; when, is. */
export function speech({ text, segments, language, question }: FactRequest): Fact | null {
  const onlySpeech = question.terms.every((term) =>
    /^(?:sp(?:eak|oken|eech|richt)|talk|said|sag|gesag|gesproch|gered|red|person|peopl|someon|anyon)/.test(term),
  );
  if (!SPEECH.test(text) || !onlySpeech) return null;
  const words = FACT_WORDS[language];
  const spoken = segments.filter(isOf('transcription'));
  if (spoken.length > 0) {
    const [first, last] = [spoken[0]!, spoken.at(-1)!];
    const sentence = words.spoken(spoken.length, cite(first.start_time), cite(last.start_time));
    return { sentence, evidence: inTime([...new Set([first, last, ...evenly(spoken)])]) };
  }
  const sounds = segments.filter(isOf('audioevents'));
  const voices = sounds.filter(({ data }) => data?.label === 'speech');
  if (voices.length > 0)
    return {
      sentence: words.heard(voices.length, cite(voices[0]!.start_time)),
      evidence: inTime([...new Set([voices[0]!, ...evenly(voices)])]),
    };
  return sounds.length > 0 ? { sentence: words.noSpeech, evidence: evenly(sounds) } : null;
}
