import { wordTokens } from './tokens.ts';

/**
 * Beginnings of sentences that greet, thank, take leave, or announce instead of saying something, in the languages of
 * the interface and its neighbors.
 */
const SMALL_TALK =
  /^\W*(?:(?:and |und )?(?:good (?:morning|afternoon|evening|night|day)|hello|hi|hey|welcome|goodbye|bye|thank you|thanks|see you|please (?:like|subscribe)|don't forget to|stay tuned|let's (?:begin|get started|move on)|let us (?:begin|start|finally|talk)|today we|in this (?:video|lecture|talk|episode)|my (?:name|guest) is|here (?:is|are) the (?:news|headlines)|that(?:'s| is| was) (?:all|it)|guten? (?:abend|morgen|tag|nacht)|hallo|servus|moin|(?:herzlich )?willkommen|vielen dank|danke|auf wiedersehen|tschüss|bis (?:morgen|bald|zum)|meine damen|kommen wir|wir beginnen|heute (?:geht es|sprechen wir)|das war|mein name ist|bonjour|bonsoir|bienvenue|merci|au revoir|hola|buenos|buenas|bienvenid|gracias|buongiorno|buonasera|grazie))(?![\p{L}])/iu;
/** Words from which what follows a greeting has content. */
const MIN_WORDS = 6;

/**
 * Text of a sentence from the first clause with content: “Thank you, this is our oldest tortoise, her name is
 * Ruby” from “this”. Null if the sentence is small talk as a whole.
 */
export function withoutSmallTalk(text: string): string | null {
  if (!isSmallTalk(text)) return text;
  const rest = /[,;:!?–—]\s+(.+)/su.exec(text)?.[1];
  return rest === undefined || wordTokens(rest).length < MIN_WORDS ? null : withoutSmallTalk(rest);
}

/** Whether a sentence begins as a greeting, thanks, a farewell, or an announcement. */
export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text);
}
