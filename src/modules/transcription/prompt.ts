import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Whisper uses the last 224 tokens of a prompt; English averages four letters per token. */
const MAX_PROMPT_CHARACTERS = 224 * 4;

export interface Priming {
  /** Null if there is no priming text. */
  text: string | null;
  /** Warnings for the user about settings without effect. */
  warnings: LocalizedText[];
}

/** Builds the text that primes recognition: the user's vocabulary, followed by the request's prompt. Pure. */
export function primingOf(vocabulary: readonly string[], prompt: string | null, taken: boolean): Priming {
  const parts = [vocabulary.length > 0 ? `${vocabulary.join(', ')}.` : '', prompt?.trim() ?? ''].filter(
    (part) => part !== '',
  );
  const text = parts.join(' ');
  if (text === '') return { text: null, warnings: [] };
  if (!taken) return { text: null, warnings: [sentence('warning.no-prompt')] };
  if (text.length <= MAX_PROMPT_CHARACTERS) return { text, warnings: [] };
  return { text, warnings: [sentence('warning.prompt-too-long')] };
}
