import type { ChatRole } from '../../contract/chat.ts';
import type { ModuleName } from '../../contract/modules.ts';
import { termsOf } from '../../db/terms.ts';
import { languageOf } from './answer-texts.ts';
import { moduleOfTerm } from './module-terms.ts';
import { findLabels } from './object-labels.ts';

/** Words that do not identify anything in the video, stemmed like index terms. */
const STOP_WORDS = new Set(
  termsOf(
    `a about above after again all also am an and any are as at be because been before being below between both but by can
     could did do does doing during each few for from further had has have having he her here hers him his how i if in into
     is it its just like many me more most much my no nor not of off on once only or other our out over own please s same
     say says said she should show shown shows so some such tell than that the their them then there these they thing
     things this those through time to too under until up us very was we were what when where which while who whom whose
     why will with would you your appear appears seen see heard hear mentioned mention moment part find list give exactly
     video clip film movie footage content else happen happens happening happened describe overview summary summarize
     summarise gist everything anything something topic main recap overall point key tldr
     aber alle alles als also am an auch auf aus bei beim bin bitte da dann das dass dem den denn der des die dies diese
     diesem diesen dieser dieses doch dort du ein eine einem einen einer eines er es etwas für gab geht gibt hat ihr im in
     ist ja kann kannst kommen kommt man mir mit nach nicht noch nun nur ob oder sehen sich sie sieht sind so steht stehen
     über um und uns vom von vor vorkommen vorkommt war waren warum was wann wenn wer werden welche welchem welchen welcher
     welches wie wieder wird wir wo woran worüber worum wurde wurden zeig zeige zu zum zur zusammenfassung zusammen beschreib
     beschreibe passiert geschieht inhalt thema handelt gezeigt ändert lesen fasse fass überblick übersicht gibts geben
     tauchen taucht auf erscheint erscheinen gesehen`,
  ),
);

/** Matches a question that refers to an earlier message. */
const FOLLOW_UP =
  /^(and|then|but|so|or|what about|how about|after|before|next|where|when|who|why|is it|was it|are they|und|dann|aber|danach|davor)\b|\b(it|that|this|they|them|those|these|he|she|him|her|there|then|er|sie|es|ihn|ihm|dort|dabei|davon|dazu)\b/i;

/** Matches a request for more of the previous answer. */
const MORE = /\b(more|else|other|others|mehr|sonst|weitere?)\b/iu;
/** Matches a question about the whole video, although it may contain a pronoun: "What is it about?" */
const WHOLE = /^(?:summar|overview|what(?:'s|’s| is) (?:it|this|that) about|worum geht|zusammenfass)/iu;

/** Phrases for the parts of a video. */
const OPENING =
  /\b(?:(?:at|in|from|near) the (?:very )?(?:beginning|start|opening|outset)|how (?:does|do|did|is) .{0,40}\b(?:start|begin|open)(?:s|ed)?\b|(?:opening|first) (?:scene|shot|thing|part|words?|frames?|images?|slides?|pages?|titles?|(?:\w+ )?(?:seconds?|minutes?))|(?:am|zu|gleich am) (?:anfang|beginn)|wie (?:beginnt|fängt|startet)|(?:erste[nrs]?|anfangs)\s?(?:szene|einstellung|folie|seite|titel|worte?|bild|sekunden?|minuten?))(?!\p{L})/iu;
const ENDING =
  /\b(?:(?:at|in|near|towards?|by) the (?:very )?(?:end|ending|close|finish)|how (?:does|do|did|is) .{0,40}\b(?:end|finish|close|conclude)(?:s|ed)?\b|(?:closing|last|final) (?:scene|shot|thing|part|words?|frames?|images?|slides?|pages?|titles?|(?:\w+ )?(?:seconds?|minutes?))|(?:am|zum|gegen) (?:ende|schluss)|wie (?:endet|hört)|(?:letzte[nrs]?|schluss)\s?(?:szene|einstellung|folie|seite|titel|worte?|bild|sekunden?|minuten?))(?!\p{L})/iu;
const MIDDLE = /\b(?:in the middle|halfway|half ?way|midway|in der mitte|mittendrin)\b/iu;
const PART_TERMS = new Set(
  termsOf(
    'beginning begin begins start starts started opening open opens outset first end ends ended ending finish finishes close closes closing conclude concludes final last scene shot part words word seconds second minutes minute frame frames image images anfang beginn beginnt fängt startet ende schluss endet hört auf erste ersten erster letzte letzten letzter szene einstellung worte wort bild sekunden minuten towards near middle halfway half way midway mitte mittendrin',
  ),
);

/** Terms that ask for a count or for the first or last occurrence. */
const COUNT_TERMS = new Set(
  termsOf(
    'number count total amount many anzahl viele wieviele zähle first last zuerst zuletzt ersten letzten mal time',
  ),
);

export interface Question {
  /** Search text: the question, preceded by the previous one when it is a follow-up. */
  query: string;
  /** Terms that identify the subject; empty when the question is about the video as a whole. */
  terms: string[];
  /** Modules that it asks for, provided that it names nothing else: "Which brands are shown?" */
  modules: ModuleName[];
  /** Time ranges in seconds that the question names, such as "at 1:30". */
  times: { from: number; to: number }[];
  /** Parts of the video that the question names by their place. */
  parts: ('opening' | 'middle' | 'ending')[];
  /** Labels of the object detector that it names; or whose kind it names, such as "animals". */
  labels: readonly string[];
  /** Whether it names nothing but those labels. */
  onlyLabels: boolean;
}

/** Parses a question. @param history earlier messages, oldest first */
export function readQuestion(text: string, history: readonly { role: ChatRole; content: string }[]): Question {
  const times = parseTimes(text);
  const parts = [
    ...(OPENING.test(text) ? (['opening'] as const) : []),
    ...(MIDDLE.test(text) ? (['middle'] as const) : []),
    ...(ENDING.test(text) ? (['ending'] as const) : []),
  ];
  const terms = meaningfulTerms(text).filter((term) => parts.length === 0 || !PART_TERMS.has(term));
  const place = { times, parts };
  const isFollowUp = FOLLOW_UP.test(text) || (terms.length === 0 && MORE.test(text));
  if (times.length > 0 || parts.length > 0 || !isFollowUp || WHOLE.test(text)) return question(text, terms, place);
  const previous = history.findLast(
    (message) => message.role === 'user' && meaningfulTerms(message.content).length > 0,
  );
  if (!previous) return question(text, terms, place);
  const combined = [...new Set([...meaningfulTerms(previous.content), ...terms])];
  return question(`${previous.content} ${text}`, combined, place);
}

function question(query: string, terms: string[], place: Pick<Question, 'times' | 'parts'>): Question {
  const modules = terms.filter((term) => !COUNT_TERMS.has(term)).map(moduleOfTerm);
  const { labels, terms: labelWords } = findLabels(query, languageOf(query));
  const asksForModules = modules.length > 0 && modules.every((module) => module !== undefined);
  // Detector labels are English, whatever the language of the question.
  const labelTerms = labels.flatMap((label) => termsOf(label)).filter((term) => !terms.includes(term));
  return {
    query: labels.length > 0 ? `${query} (${labels.join(', ')})` : query,
    terms: [...terms, ...labelTerms],
    ...place,
    labels,
    onlyLabels: labels.length > 0 && terms.every((term) => labelWords.has(term) || COUNT_TERMS.has(term)),
    modules: asksForModules ? [...new Set(modules.filter((module) => module !== undefined))] : [],
  };
}

/** Returns the distinct terms of a text without stop words. Pure. */
export function meaningfulTerms(text: string): string[] {
  const withoutTimes = text.replace(CLOCK_TIME, ' ');
  const terms = termsOf(withoutTimes, 'query');
  const isStopWord = (term: string) => STOP_WORDS.has(term) || (term === 'man' && languageOf(text) === 'de');
  return [...new Set(terms)].filter((term) => !isStopWord(term) && (term.length > 1 || /\p{Lo}/u.test(term)));
}

const CLOCK_TIME = /\b(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\b/g;

/** Parses clock times: a single time covers one second, two ascending times a range. */
function parseTimes(text: string): { from: number; to: number }[] {
  const points = [...text.matchAll(CLOCK_TIME)].map(
    ([, hours, minutes, seconds]) => Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
  );
  const [first, second] = points;
  if (points.length === 2 && first !== undefined && second !== undefined && second > first) {
    return [{ from: first, to: second }];
  }
  return points.map((point) => ({ from: point, to: point + 1 }));
}
