import { wordTokens } from './tokens.ts';

/**
 * Beginnings of sentences that greet, thank, take leave, or announce instead of saying something, in the languages of
 * the interface and its neighbors.
 */
const SMALL_TALK =
  /^\W*(?:(?:okay|ok|so|well|right|alright|and|also|ja|gut|und|bon|alors|bueno|pues),? ){0,3}(?:(?:good (?:morning|afternoon|evening|night|day)|hello|hi|hey|welcome|goodbye|bye|thank you|thanks|see you|please (?:like|subscribe)|don't forget to|stay tuned|let me share my screen|let's (?:begin|get started|move on)|let us (?:begin|start|finally|talk)|today we|in this (?:video|lecture|talk|episode)|my (?:name|guest) is|here (?:is|are) the (?:news|headlines)|that(?:'s| is| was) (?:all|it)|guten? (?:abend|morgen|tag|nacht)|grüß (?:gott|euch|dich|sie)|grüezi|hallo|servus|moin|(?:herzlich )?willkommen|vielen dank|danke|auf wiedersehen|tschüss|bis (?:morgen|bald|zum)|meine damen|kommen wir|wir beginnen|heute (?:geht es|sprechen wir)|das war|mein name ist|bonjour|bonsoir|salut|coucou|bienvenue|merci|au revoir|hola|qué tal|buenos|buenas|bienvenid|gracias|ciao|olá|obrigad\p{L}*|buongiorno|buonasera|grazie))(?![\p{L}])/iu;
/** Asks for a click, announces the next recording, or thanks, anywhere in a sentence. */
const CALL_TO_ACTION =
  /(?<!\p{L})(?:subscribe|(?:in|into) the chat|can you (?:all )?(?:hear|see) (?:me|my screen)|thumbs up|like button|(?:leave|write|give) (?:us|me) a (?:review|comment|rating|like)|next (?:week|time|episode|video),? (?:we|i)(?:['’]ll| will)? (?:talk|look|discuss|continue|speak|cover)|(?:see|hear|talk to) you (?:next|again|soon|tomorrow)|thank(?:s| you)(?: all| very much| so much)? for (?:watching|listening|joining|having|being|coming|taking|your (?:time|attention))|abonnier\p{L}*|daumen hoch|nächstes? (?:mal|woche) (?:sprechen|geht|sehen|zeige)\p{L}*|danke fürs|danke für (?:ihre|eure|die) (?:aufmerksamkeit|zeit))(?!\p{L})/iu;
/** Ends with the name of the speaker: “this is the news at nine, I'm Ann Lee.” */
const SELF_INTRODUCTION =
  /(?:^it['’]s (?:\p{L}+ ){1,2}here(?: (?:from|at|with) [\p{L} ]+)?[.!]?$|(?:(?:^|[,;.–—]\s*)(?:and |und |et |y |e |en )?(?:i['’]m|i am|my name is|ich bin|mein name ist|je suis|je m['’]appelle|soy|me llamo|mi nombre es|sono|mi chiamo|sou|eu sou|ik ben|mijn naam is)) \p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,2}[.!]?$)/iu;
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
  const isEmpty = rest === undefined || wordTokens(rest).length < MIN_WORDS || SELF_INTRODUCTION.test(rest);
  return isEmpty ? null : withoutSmallTalk(rest);
}

/** Whether a text begins as a greeting, thanks, a farewell, or an announcement, or calls to subscribe. */
export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text) || CALL_TO_ACTION.test(text);
}

/** Phrases whose words are about the recording and not its subject, such as “hi everyone” and “in the chat”. */
const PHRASES =
  /(?<!\p{L})(?:(?:good (?:morning|afternoon|evening)|hello|hi|hey)(?:,? (?:everyone|everybody|guys|folks|friends|all|there|again))*|welcome (?:back )?to (?:the|my|our) (?:channel|show|podcast|program)|hope you(?:['’]re| are)(?: all)?(?: doing)? well|my name is|(?:in|into) the (?:chat|description|comments)|link below|like button|guten (?:abend|morgen|tag)|grüß (?:gott|euch|dich)|(?:hallo|servus|moin)(?: ihr lieben| zusammen| leute| freunde)?|herzlich willkommen|mein name ist|meine damen und herren|vielen dank|auf wiedersehen|im chat|in den kommentaren|daumen hoch|(?:salut|bonjour|bonsoir|coucou)(?: tout le monde| à tous| à toutes)*|dans cette vidéo|j['’]espère que (?:vous allez|tu vas)(?: tous| toutes)? bien|je m['’]appelle|espero que est(?:éis|én|és)(?: todos)? bien|(?:hola|buenos días|buenas (?:noches|tardes))(?: a todos| a todas| amigos)*|me llamo|(?:ciao|buongiorno|buonasera)(?: a tutti| amici)*|mi chiamo|(?:olá|bom dia|boa (?:tarde|noite))(?: pessoal| a todos)*)(?!\p{L})/giu;

/** A text in which a stop stands for each greeting and each mention of its own channel. */
export function withoutPleasantries(text: string): string {
  return text.replace(PHRASES, ' . ');
}
