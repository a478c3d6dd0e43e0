const FRAME =
  /^(?:(?:(?:which|what|any) (?:of (?:the|these|my) )?)?(?:videos?|recordings?|clips?|films?|movies|aufnahmen?|filme?n?) (?:(?:is|are|talks?|speaks?|deals?) )?(?:about|with|regarding)|(?:in )?(?:welche[mnrs]?|was für) (?:videos?|recordings?|clips?|films?|movies|aufnahmen?|filme?n?) (?:geht es um|handel[nt] von|dreh(?:t|en) sich um)|(?:videos?|recordings?|clips?|films?|movies|aufnahmen?|filme?n?) (?:über|zu)) (.{2,60}?)\s{0,3}\?{0,3}$/iu;
/** Words of a topic that stands alone, without a question mark. */
const MAX_WORDS = 4;
const ASKING =
  /(?<!\p{L})(?:what|which|who|whom|whose|when|where|why|how|is|are|do|does|did|was|wer|wen|wem|wann|wo|warum|wie|welche[mnrs]?|ist|sind|hat|gibt)(?!\p{L})/iu;

/**
 * The topic that a text asks for videos about: “natural disasters” of “Which videos are about natural disasters?”, or
 * of the words alone; null for others.
 */
export function topicOf(text: string): string | null {
  const framed = FRAME.exec(text.trim())?.[1];
  if (framed) return framed;
  const isAlone = !ASKING.test(text) && !text.includes('?') && text.trim().split(/\s+/).length <= MAX_WORDS;
  return isAlone ? text.trim() : null;
}
