/** Whisper uses the last 224 tokens of a prompt; English averages four letters per token. */
const MOST_LETTERS = 224 * 4;

export interface Priming {
  /** Null if there is no priming text. */
  text: string | null;
  /** Warnings for the user about settings without effect. */
  warnings: string[];
}

/** Builds the text that primes recognition: the user's vocabulary, followed by the request's prompt. Pure. */
export function primingOf(vocabulary: readonly string[], prompt: string | null, taken: boolean): Priming {
  const parts = [vocabulary.length > 0 ? `${vocabulary.join(', ')}.` : '', prompt?.trim() ?? ''].filter(
    (part) => part !== '',
  );
  const text = parts.join(' ');
  if (text === '') return { text: null, warnings: [] };
  if (!taken) {
    return { text: null, warnings: ['The speech model takes no prompt: the given names and words were not used.'] };
  }
  const warnings =
    text.length > MOST_LETTERS
      ? ['The names and words for speech recognition are too many: about the last 150 words of them were used.']
      : [];
  return { text, warnings };
}
