/** End of a sentence, with quotation marks behind it. */
const SENTENCE_END = /[.!?]["”’)]{0,2}(?=\s|$)|\n/g;

/** Splits a text after the ends of sentences and lines; the parts make up the text. */
export function splitSentences(text: string): string[] {
  const ends = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end)).filter(Boolean);
}
