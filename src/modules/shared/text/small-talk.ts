/**
 * Beginnings of sentences that greet, thank, take leave, or announce instead of saying something, in the languages of
 * the interface and its neighbors.
 */
const SMALL_TALK =
  /^\W*(?:(?:and |und )?(?:good (?:morning|afternoon|evening|night|day)|hello|hi|hey|welcome|goodbye|bye|thank you|thanks|see you|please (?:like|subscribe)|don't forget to|stay tuned|let's (?:begin|get started|move on)|let us (?:begin|start|finally|talk)|today we|in this (?:video|lecture|talk|episode)|my (?:name|guest) is|here (?:is|are) the (?:news|headlines)|that(?:'s| is| was) (?:all|it)|guten? (?:abend|morgen|tag|nacht)|hallo|servus|moin|(?:herzlich )?willkommen|vielen dank|danke|auf wiedersehen|tschüss|bis (?:morgen|bald|zum)|meine damen|kommen wir|wir beginnen|heute (?:geht es|sprechen wir)|das war|mein name ist|bonjour|bonsoir|bienvenue|merci|au revoir|hola|buenos|buenas|bienvenid|gracias|buongiorno|buonasera|grazie))(?![\p{L}])/iu;

/** Whether a sentence is a greeting, thanks, a farewell, or an announcement, judged by its beginning. */
export function isSmallTalk(text: string): boolean {
  return SMALL_TALK.test(text);
}
