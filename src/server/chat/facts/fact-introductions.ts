import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import { type Fact, type FactRequest, isFrom } from './fact-parts.ts';

/** Asks who somebody is whom a recording introduces by name. */
const ASKED =
  /^(?:and |und )?(?:who(?:['’]s| is| are| was| were)|wer (?:ist|sind|war|waren)) (?:\p{L}+(?:['’]s)? ){0,2}(?:(?<guest>guests?|interviewees?|experts?|gast|gäste|interviewpartner(?:in)?|expert(?:e|in))|hosts?|presenters?|interviewers?|narrators?|anchors?|lecturers?|gastgeber(?:in)?|moderator(?:in|en)?|erzähler(?:in)?|dozent(?:in)?|referent(?:in)?)(?: today| tonight| here| heute| (?:of|in|on|der|des|dieser|diesem|dieses|im) (?:(?:the|this|der|dieser|diesem) )?(?:show|episode|podcasts?|videos?|program|interviews?|talk|sendung|folge|gesprächs?|vortrags?))?[\s?.!]*$/iu;
const INTRODUCES_GUEST =
  /(?<!\p{L})(?:(?:my|our|mein|meine|unser|unsere) (?:guests?|experts?|gast|gäste|expert(?:e|in))|with me|joins? (?:me|us)|joining (?:me|us)|joined by|zu gast|bei (?:mir|uns) (?:ist|sind|im)|begrüße(?:n wir)?|(?:welcome|willkommen),)(?!\p{L})/iu;
const INTRODUCES_SELF =
  /(?<!\p{L})(?:I['’]m|I am|[Mm]y name is|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist) (?:\p{Lu}\p{Ll}+\.? )?\p{Lu}\p{L}+/u;
/** A name within a line. */
const NAME = /\P{L}\p{Lu}\p{Ll}/u;
const MAX_LINES = 3;

/** Quotes the lines that introduce the guest or the host by name. */
export function introductionFact({ text, segments, language }: FactRequest): Fact | null {
  const match = ASKED.exec(text.trim());
  if (!match) return null;
  const introduces = match.groups!['guest'] ? INTRODUCES_GUEST : INTRODUCES_SELF;
  const spoken = segments.filter(isFrom('transcription'));
  const found = spoken.filter(({ content }) => introduces.test(content) && NAME.test(content)).slice(0, MAX_LINES);
  if (found.length === 0) return null;
  const quotes = found.map((line) => `${quoteFinding(line, language)} ${citeFinding(line)}`);
  return { sentence: quotes.join('\n\n'), evidence: found, quoted: [] };
}
