/** A word with its tags. */
export interface TaggedWord {
  /** Text before and behind the word; with it, words add up to the whole. */
  pre: string;
  text: string;
  post: string;
  /** Such as `Noun` and `Plural`. */
  tags?: ReadonlySet<string>;
  /** Both classes of a word that can have either, such as `Noun|Verb`. */
  switch?: string;
}

/**
 * Tags the parts of speech of the sentences of an English text, by compromise. A contraction is several words, of which
 * the first has the text.
 */
export async function tagEnglish(text: string): Promise<readonly (readonly TaggedWord[])[]> {
  // Loading it takes 0.4 s of processor time, which a video without English words need not spend.
  const { default: nlp } = await import('compromise/two');
  return nlp(text).document;
}
