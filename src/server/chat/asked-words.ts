import { type ContentWord, contentWords } from '../../attribution/content-words.ts';
import { termsOf } from '../../db/text-index/terms.ts';

/** A word of a question by which passages are found. */
export interface AskedWord extends ContentWord {
  /** Share of the weight that a word of its frequency has: less for words that name nothing, such as “get”. */
  share: number;
}

/** Asks for a measure, and names nothing: “how long”, “wie viele”. */
const MEASURE =
  /(?<!\p{L})(?:how (?!do|does|did|is|are|was|were|am|can|could|should|will|would|has|have|had|to|about|come)\p{L}+|wie ?(?:lange?|oft|viele?|viel|alt|hoch|groß|klein|weit|nah|breit|tief|schwer|schnell|häufig|spät|teuer|warm|kalt|heiß)|until when|since when|bis wann|seit wann|was für|take place|takes place|took place|place take|on (?:the )?screen|auf dem bildschirm|the slide|die folie|womit|wozu|wovon|wofür|woran|worauf|wodurch|wobei|bei wem|mit wem|von wem|für wen)(?!\p{L})/giu;
/** "Anybody", which asks for people only if the question names nothing else: "Does anybody mention Tokyo?" */
export const SOMEBODY =
  /(?<!\p{L})(?:(?:any|some|every|no)(?:body|one)|jemand(?:e[mn])?|niemand(?:e[mn])?)(?!\p{L})/giu;
/** Asks whether something is said, which only words of it answer. */
const MENTION =
  /(?<!\p{L})(?:mention(?:s|ed)?|erwähn(?:t|en|te)|(?:talk(?:s|ed)?|spr(?:icht|ach)) (?:about|über))(?!\p{L})/iu;
export const asksForMention = (text: string): boolean => MENTION.test(text);
/** Words of questions that stand beside the noun that matters. */
export const LIGHT_TERMS: ReadonlySet<string> = new Set(
  termsOf(
    `get got gets take took taken takes make made makes come came comes go went goes gone put keep kept hold held let find found
     must should may might use used want need become becomes became happen place name names called kind type sort number start begin end way work
     talk talks talked talking speak speaks spoke word words text sign signs
     new other another whole cost costs price amount kostet kosten preis there yet still really even ever
     nehmen nimmt nahm machen macht gemacht kommen kam geht ging gehen halten hält hielt lassen lässt soll sollen sollte muss müssen
     darf dürfen kann braucht bringen bringt finden findet stellt dient name namen heißt heißen art beginnen beginnt anfangen endet enden
     sprechen spricht sprach reden redet erwähnen erwähnt mention mentions mentioned wort wörter schild mein meine meinen meinem meiner dein deine
     sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere tun tut tat statt
     neu neue neuen neues andere anderen noch schon denn eigentlich so man wurde worden`,
    'query',
  ),
);
const LIGHT_SHARE = 0.35;

/** Words of a question by which passages are found; all words of one that has no others. */
export function askedWords(text: string): AskedWord[] {
  const all = contentWords(text);
  const named = contentWords(text.replace(MEASURE, ' ').replace(SOMEBODY, ' '));
  const isLight = ({ terms }: ContentWord) => terms.every((term) => LIGHT_TERMS.has(term));
  return (named.length > 0 ? named : all).map((word) => ({ ...word, share: isLight(word) ? LIGHT_SHARE : 1 }));
}

const COUNTED = /(?<!\p{L})(?:how many|number of|wie ?viele?|anzahl (?:der|von))\s+([\p{L}\d-]+)/iu;

/** The word that a question asks for the number of: “beds” in “How many beds are there?” */
export function countedWord(text: string, asked: readonly AskedWord[]): AskedWord | undefined {
  const noun = COUNTED.exec(text)?.[1]?.toLowerCase();
  return asked.find(({ word }) => word === noun);
}

/** Neighboring words of a text as pairs in lower case: the word before a noun names its kind. */
export function wordPairs(text: string): [string, string][] {
  const words = [...text.matchAll(/[\p{L}\d-]+/gu)];
  return words.flatMap(({ 0: first, index }, i) => {
    const next = words[i + 1];
    const isNeighbor = next?.index === index + first.length + 1 && text[next.index - 1] === ' ';
    return isNeighbor ? [[first.toLowerCase(), next[0].toLowerCase()] as [string, string]] : [];
  });
}
