import { message, type Warning } from '../../contract/message.ts';

/** Whisper uses the last 224 tokens of a prompt; English averages four letters per token. */
const MAX_PROMPT_CHARACTERS = 224 * 4;

export interface Priming {
  /** Null if there is no priming text. */
  text: string | null;
  /** Warnings for the user about settings without effect. */
  warnings: Warning[];
}

/** Builds the text that primes recognition: the user's vocabulary, followed by the request's prompt. Pure. */
export function primingOf(vocabulary: readonly string[], prompt: string | null, taken: boolean): Priming {
  const parts = [vocabulary.length > 0 ? `${vocabulary.join(', ')}.` : '', prompt?.trim() ?? ''].filter(
    (part) => part !== '',
  );
  const text = parts.join(' ');
  if (text === '') return { text: null, warnings: [] };
  if (!taken) {
    const sentence = 'This speech model doesn’t support a custom vocabulary.';
    return { text: null, warnings: [{ message: sentence, text: message('warning.no-prompt') }] };
  }
  if (text.length <= MAX_PROMPT_CHARACTERS) return { text, warnings: [] };
  const sentence = 'The custom vocabulary is too long; about the last 150 words of it were used.';
  return { text, warnings: [{ message: sentence, text: message('warning.prompt-too-long') }] };
}
