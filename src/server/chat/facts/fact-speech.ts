import { speakerText } from '../../../core/transcript/speaker-text.ts';
import { talkTimes } from '../../../core/transcript/talk-time.ts';
import { sanitizeAnswer } from '../../../models/language/sanitize.ts';
import { citeFinding } from '../attribution/citations.ts';
import { type Fact, type FactRequest, isFrom, sampleEvenly, sortByTime } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

const SPEECH =
  /\bwho (?:\p{L}+ )?(?:speaks?|speaking|talks?|talking|says?)|\b(?:is|does|do|are|was) (?:any(?:one|body|thing)|some(?:one|body)|there|people) .{0,100}\b(?:sa(?:id|y)|spoken|speak\p{L}*|talk\p{L}*|speech)\b|\bwhen .{0,100}\b(?:speak\p{L}*|talk\p{L}*|speech)\b|\bspeakers?\b|\bwer (?:spricht|redet|sagt)|\bwann .{0,100}\b(?:gesprochen|geredet|spricht)|\bwird .{0,100}\b(?:gesprochen|geredet|gesagt)|\bsprecher/iu;

/** Answers when speech occurs, and who speaks if speakers were distinguished. */
export function speechFact({ text, segments, language, question }: FactRequest): Fact | null {
  const onlySpeech = question.terms.every((term) =>
    /^(?:sp(?:eak|oken|eech|richt)|talk|said|sag|gesag|gesproch|gered|red|person|peopl|someon|anyon)/.test(term),
  );
  if (!SPEECH.test(text) || !onlySpeech) return null;
  const words = FACT_TEXTS[language];
  const spoken = segments.filter(isFrom('transcription'));
  if (spoken.length > 0) {
    const speakers = talkTimes(spoken);
    if (speakers.length > 0) {
      const openings = speakers.map(({ id }) => spoken.find(({ data }) => data?.speaker_id === id)!);
      const shares = speakers.map(({ name, seconds, share }, i) => ({
        name: sanitizeAnswer(speakerText(name, language)).replaceAll('*', '∗'),
        seconds,
        percent: Math.round(share * 100),
        time: citeFinding(openings[i]!),
      }));
      return { sentence: words.speakers(shares), evidence: sortByTime([...new Set(openings)]) };
    }
    const [first, last] = [spoken[0]!, spoken.at(-1)!];
    const sentence = words.spoken(spoken.length, citeFinding(first), citeFinding(last));
    return { sentence, evidence: sortByTime([...new Set([first, last, ...sampleEvenly(spoken)])]) };
  }
  const sounds = segments.filter(isFrom('audioevents'));
  const speech = sounds.filter(({ data }) => data?.label === 'speech');
  if (speech.length > 0)
    return {
      sentence: words.speechDetected(speech.length, citeFinding(speech[0]!)),
      evidence: sortByTime([...new Set([speech[0]!, ...sampleEvenly(speech)])]),
    };
  return sounds.length > 0 ? { sentence: words.noSpeech, evidence: sampleEvenly(sounds) } : null;
}
