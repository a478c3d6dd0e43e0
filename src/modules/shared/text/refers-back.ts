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

/** Third-person pronouns: English, and German but for “es”, which often stands for nothing. */
const PRONOUNS = new Set('he him she it its they them their er ihn ihm sie ihr ihre ihren'.split(' '));
/** Words after which a noun follows. */
const DETERMINERS = new Set(
  `a an the my our your this that these those some every each no der die das den dem des ein eine einen einem einer mein
   meine unser unsere kein keine jeder jede`.split(/\s+/),
);
/** Before a pronoun, they show that the noun before them is a time: “A few years later he …”. */
const TIMES = new Set('later ago then soon später dann bald'.split(' '));
/** Further into a sentence, a pronoun mostly stands for something within it. */
const FIRST_WORDS = 6;

/**
 * Whether one of the first words is a pronoun without a noun or name before it: “Today it's one in ten.”
 * @param count of first words
 */
export function hasDanglingPronoun(text: string, count = FIRST_WORDS): boolean {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, count);
  const at = words.findIndex((word) => PRONOUNS.has(word));
  const before = words.slice(0, Math.max(0, at));
  const isNamed = before.some(
    (word, i) => DETERMINERS.has(word.toLowerCase()) || (i > 0 && /^\p{Lu}\p{Ll}/u.test(word)),
  );
  return at >= 0 && (!isNamed || TIMES.has(words[at - 1]!));
}
