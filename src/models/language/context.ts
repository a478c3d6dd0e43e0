import { isPromptTruncated } from '../ollama/failure.ts';

/**
 * Asks with the whole context of a model, and once more with half of it if the server dropped a part of the prompt: its
 * tokenizer makes more tokens of this language than estimated.
 * @throws whatever `ask` throws
 */
export async function withinContext<T>(
  contextTokens: number,
  ask: (tokens: number, isRetry: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await ask(contextTokens, false);
  } catch (thrown) {
    if (!isPromptTruncated(thrown)) throw thrown;
    return ask(Math.floor(contextTokens / 2), true);
  }
}
