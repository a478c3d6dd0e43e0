/**
 * First words by which a sentence refers to the one before: pronouns and connectives, in the languages whose stop words
 * are known. "The" is not among them: items of news often begin with it.
 */
const REFERRING = new Set(
  `he she they it his her hers their theirs its him them this these those that such but and or so however also therefore
   thus then there both each another others meanwhile instead yet still because moreover nevertheless most some many
   er sie es sein seine seiner ihr ihre ihrer dies diese dieser dieses dort damit dabei dafür dagegen daher dadurch danach
   aber und oder doch auch jedoch seitdem denn deshalb trotzdem außerdem zudem dann davon darum dazu solche bisher beide
   il elle ils elles son sa ses leur leurs ce cet cette ces mais et aussi donc puis ensuite cependant
   él ella ellos ellas su sus este esta estos estas eso pero y también entonces además
   lui lei loro suo sua questo questa ma e anche quindi poi
   hij zij ze het zijn haar hun dit deze dat maar en ook toch dus daarna`.split(/\s+/),
);
const FIRST_WORD = /[\p{L}\p{N}]+/u;

/** Whether a sentence goes on with the subject of the one before it, judged by its first word. */
export function refersBack(text: string): boolean {
  return REFERRING.has(FIRST_WORD.exec(text)?.[0].toLowerCase() ?? '');
}
