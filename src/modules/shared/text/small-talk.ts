import { wordTokens } from './tokens.ts';

/**
 * Beginnings of sentences that greet, thank, take leave, or announce instead of saying something, in the languages of
 * the interface and its neighbors.
 */
const SMALL_TALK =
  /^\W*(?:(?:and |und )?(?:good (?:morning|afternoon|evening|night|day)|hello|hi|hey|welcome|goodbye|bye|thank you|thanks|see you|please (?:like|subscribe)|don't forget to|stay tuned|let me share my screen|let's (?:begin|get started|move on)|let us (?:begin|start|finally|talk)|today we|in this (?:video|lecture|talk|episode)|my (?:name|guest) is|here (?:is|are) the (?:news|headlines)|that(?:'s| is| was) (?:all|it)|guten? (?:abend|morgen|tag|nacht)|hallo|servus|moin|(?:herzlich )?willkommen|vielen dank|danke|auf wiedersehen|tschüss|bis (?:morgen|bald|zum)|meine damen|kommen wir|wir beginnen|heute (?:geht es|sprechen wir)|das war|mein name ist|bonjour|bonsoir|salut|coucou|bienvenue|merci|au revoir|hola|qué tal|buenos|buenas|bienvenid|gracias|ciao|olá|obrigad\p{L}*|buongiorno|buonasera|grazie))(?![\p{L}])/iu;
/** Asks for a click, announces the next recording, or thanks, anywhere in a sentence. */
const CALL_TO_ACTION =
  /(?<!\p{L})(?:subscribe|(?:in|into) the chat|can you (?:all )?(?:hear|see) (?:me|my screen)|thumbs up|like button|(?:leave|write|give) (?:us|me) a (?:review|comment|rating|like)|next (?:week|time|episode|video),? (?:we|i)(?:['’]ll| will)? (?:talk|look|discuss|continue|speak|cover)|(?:see|hear|talk to) you (?:next|again|soon|tomorrow)|thank(?:s| you)(?: all| very much| so much)? for (?:watching|listening|joining|having|being|coming|taking|your (?:time|attention))|abonnier\p{L}*|daumen hoch|nächstes? (?:mal|woche) (?:sprechen|geht|sehen|zeige)\p{L}*|danke fürs|danke für (?:ihre|eure|die) (?:aufmerksamkeit|zeit))(?!\p{L})/iu;
/** Words from which what follows a greeting has content. */
const MIN_WORDS = 6;

/**
 * Text of a sentence from the first clause with content: “Thank you, this is our oldest tortoise, her name is
 * Ruby” from “this”. Null if the sentence is small talk as a whole: a greeting, thanks, a farewell, an announcement, or
 * a call to subscribe.
 */
export function withoutSmallTalk(text: string): string | null {
  if (!SMALL_TALK.test(text)) return CALL_TO_ACTION.test(text) ? null : text;
  const rest = /[,;:!?–—]\s+(.+)/su.exec(text)?.[1];
  return rest === undefined || wordTokens(rest).length < MIN_WORDS ? null : withoutSmallTalk(rest);
}

/** Whether a text begins as a greeting, thanks, a farewell, or an announcement, or calls to subscribe. */
export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text) || CALL_TO_ACTION.test(text);
}
