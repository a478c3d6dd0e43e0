import type { Segment } from '../../contract/analysis/segment.ts';
import { numbersIn, statedNumbers } from '../../core/texts/stated-numbers.ts';

/** Kind of thing that a question asks for. */
export type AnswerType = 'person' | 'time' | 'number' | 'duration' | 'money' | 'reason' | 'place' | 'name';

const ASKED: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'reason',
    /^(?:\p{L}+ )?(?:why|how come|warum|wieso|weshalb)\b|\bwhat (?:caused|is the reason)|\b(?:grund|ursache)\b/iu,
  ],
  [
    'name',
    /\b(?:what(?:’s|'s| is| was)? the (?:\p{L}+ )?name of|what (?:is|was|are) .{1,40} (?:called|named)|wie hei(?:ß|ss)(?:t|en)|name (?:des|der|von))(?!\p{L})/iu,
  ],
  ['duration', /\b(?:how long|wie lang(?:e)?)\b/iu],
  [
    'money',
    /\b(?:how much (?:does|do|did|is|are|was|were|will|money)|(?:what|was) (?:does|do|did|will|is|kostet|kosten)\b.{0,60}\b(?:cost|price|fine|worth)|kostet|kosten|preis|price|cost)\b/iu,
  ],
  [
    'number',
    /\b(?:how many|how much|how old|how (?:high|tall|big|small|far|near|close|large|deep|wide|heavy|fast|slow|late|often|warm|hot|cold|thick|thin|strong|steep|short|narrow|loud|young)|number of|wie ?viele?|wie (?:alt|hoch|groß|klein|weit|nah|breit|tief|schwer|schnell|langsam|spät|oft|häufig|warm|kalt|heiß|dick|dünn|stark|steil|kurz|eng|laut|jung)|anzahl)(?!\p{L})/iu,
  ],
  [
    'time',
    /\b(?:when|at what time|what (?:time|day|date|year)|since when|wann|um wie viel uhr|seit wann|welche[rsmn]? (?:tag|jahr|datum))\b/iu,
  ],
  ['place', /\b(?:where|wo|wohin|woher|which (?:city|cities|place|country)|in welche[rnm]? (?:stadt|ort|land))\b/iu],
  ['person', /\b(?:who|whom|whose|wer|wen|wem|wessen)\b/iu],
];

const HELD: Readonly<Record<AnswerType, RegExp>> = {
  reason:
    /(?<!\p{L})(?:because|since|due to|so that|in order to|therefore|caused?|weil|denn|wegen|da|damit|deshalb|darum|aufgrund|schuld|grund)(?!\p{L})/iu,
  // “How long” also asks for a length.
  duration:
    /(?<!\p{L})(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|(?:kilo|centi|milli)?met(?:er|re)s?|miles?|feet|inch(?:es)?|yards?|(?:kilo|zenti|milli)?metern?|meilen?|pages?|seiten?|until|bis|forever|overnight|für immer|über nacht)(?!\p{L})/iu,
  money:
    /[$€£¥]|dollars?|euros?|pounds?|pence|cents?|pfund|franken|(?<!\p{L})(?:free|frei|kostenlos|gratis)(?!\p{L})|\b\d+ ?d\b/iu,
  // Other numbers are read from words and digits.
  number:
    /(?<!\p{L})(?:a few|several|dozens?|hundreds|thousands|millions|every|daily|twice|double|triple|einige|mehrere|ein paar|dutzende?|hunderte|tausende|millionen|jede[nrs]?|täglich|doppelt|zweimal|dreimal)(?!\p{L})/iu,
  time: /\d{1,2}[:∶.]\d{2}|\b1\d{3}\b|\b20\d{2}\b|(?<!\p{L})(?:im jahr(?:e)?|in the year|year) \d+|\b\d{1,2}(?:st|nd|rd|th|\.)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)|\d{1,2}-\d{1,2} ?(?:uhr|h|am|pm)|(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|today|tomorrow|yesterday|tonight|next (?:week|month|year)|heute|morgen|gestern|nächste[nrs]? (?:woche|monat|jahr)|spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|o’?clock|(?:past|to) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon)|noon|midnight|mittags?|mitternachts?|uhr|until|bis|once|as soon as|after|ago|sobald|nachdem|her)(?!\p{L})/iu,
  place: /(?<!\p{L})(?:in|at|on|from|near|to|im|am|auf|aus|bei|nach)(?!\p{L})/iu,
  name: /[^.!?\s]\s[“"„]?\p{Lu}\p{Ll}|^\p{Lu}[\p{Lu} .-]{3,30}|\b(?:called|named|heißt|nennt)\b/u,
  // Not the name of a place: “in Larkfield”.
  person:
    /[^.!?\s](?<!(?<!\p{L})(?:in|at|near|from|im|aus|nach|bei))\s(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?(?!\p{L}))\p{Lu}\p{Ll}|^(?!.{0,30}(?<!\p{L})(?:IN|AT|NEAR|FROM|IM|AUS|NACH|BEI)(?!\p{L}))\p{Lu}[\p{Lu} .-]{3,30}/u,
};

/** Words that ask; after another of them they begin a clause: “What does he do when …?” */
const ASKING =
  /(?<!\p{L})(?:what|which|who|whom|whose|when|where|why|how|was|wer|wen|wem|wessen|wann|wo|woher|wohin|warum|wieso|weshalb|wie|welche[mnrs]?)(?!\p{L})/giu;
/** Types that are asked for by a word that may also begin a clause. */
const CLAUSE_TYPES: ReadonlySet<AnswerType> = new Set(['time', 'place', 'person']);

/** Asks when something is seen, which a finding answers by its own time. */
const SEEN_WHEN =
  /(?<!\p{L})(?:when|what time|wann)(?!\p{L}).{0,100}(?<!\p{L})(?:appears?|appeared|appearing|shown?|shows|displayed|visible|seen|see|read|comes? up|pops? up|on (?:the )?screen|erscheint|taucht|auftaucht|zu sehen|zu lesen|sichtbar|gezeigt|eingeblendet)(?!\p{L})/iu;
export const asksWhenSeen = (text: string): boolean => SEEN_WHEN.test(text);

/** What a question asks for; empty for others, such as “What did she say?” */
export function answerTypesOf(text: string): AnswerType[] {
  const [, second] = [...text.matchAll(ASKING)].map(({ index }) => index);
  const main = second === undefined ? text : text.slice(0, second);
  const found = ASKED.filter(([type, pattern]) => pattern.test(CLAUSE_TYPES.has(type) ? main : text));
  return found.slice(0, 1).map(([type]) => type);
}

const ASKS_AMOUNT = /(?<!\p{L})(?:how (?:much|many|long)|(?<!um )wie ?viele?|wie lange?)(?!\p{L})/iu;
const AMOUNT_TYPES: readonly AnswerType[] = ['number', 'duration', 'money'];
/** Amounts without a number. */
const AMOUNT =
  /(?<!\p{L})(?:no|no one|nobody|none|nothing|half|halves|thirds?|quarters?|couple|few|most|many|much|all|lots|always|niemand|keine?[mnrs]?|nichts|hälfte|halb\p{L}*|drittel|viertel|paar|wenige?|meisten?|viele?|alle|immer|\p{L}+mal)(?!\p{L})/iu;
/** An article in German, and an answer to “how many” only. */
const SINGLE = /(?<!\p{L})(?:one|once|eine?[mnrs]?)(?!\p{L})/iu;
const ASKS_COUNT = /(?<!\p{L})(?:how many|wie viele)(?!\p{L})/iu;

/** Whether a question asks for an amount (how much, how many, how long), and a text has none. */
export function lacksAmount(question: string, { content }: Pick<Segment, 'content'>): boolean {
  if (!ASKS_AMOUNT.test(question)) return false;
  if (AMOUNT.test(content) || (ASKS_COUNT.test(question) && SINGLE.test(content))) return false;
  return !AMOUNT_TYPES.some((type) => hasAnswerType({ content }, type));
}

/** Units, whose numbers count nothing else. */
const UNIT =
  /^[\s-]*(?:%|°|times|mal|percent|prozent|degrees?|grad|seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|(?:kilo|centi|milli)?(?:met(?:er|re)s?|metern?|grams?|gramm)|lit(?:er|re)s?|miles?|feet|inch(?:es)?|kilos?|tons?|tonnen?|dollars?|euros?|pounds?|pfund|cents?|hertz|watts?|volts?|calories|kalorien)(?!\p{L})/iu;

/**
 * Whether a finding contains a thing of this kind.
 * @param counted the noun of “how many”: “eleven liters” are no number of pelicans
 */
export function hasAnswerType({ content }: Pick<Segment, 'content'>, type: AnswerType, counted?: string): boolean {
  if (HELD[type].test(content)) return true;
  if (type !== 'number') return false;
  if (counted === undefined || UNIT.test(counted)) return statedNumbers(content).size > 0;
  return numbersIn(content).some(({ end, isSure }) => isSure && !UNIT.test(content.slice(end)));
}
