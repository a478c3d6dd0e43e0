import { CancelledError, CodedError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Segment } from '../../contract/segment.ts';
import { engineTag, type GeneratingEngine } from '../../models/engine.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { languageOf } from './answer-words.ts';
import { EXTRACTIVE_ENGINE, extractiveAnswer, factualAnswer } from './extractive.ts';
import type { Fact } from './fact-parts.ts';
import { buildPrompt, type PromptParts } from './prompt.ts';

/** Longest answer that is read, in UTF-16 units; a model that goes on is stopped. */
const ANSWER_LENGTH = 12_000;

export interface AnswerRequest extends Omit<PromptParts, 'segments' | 'contextTokens'> {
  /** All findings that may be used. */
  all: readonly Segment[];
  /** What a model is to read; may be all of them. */
  toRead: readonly Segment[];
  /** What is quoted when no model answers. */
  evidence: readonly Segment[];
  /** What can be said without a model; goes before quotations. */
  fact: Fact | null;
}

export interface WrittenAnswer {
  /** Sanitised; its times are not checked yet. */
  text: string;
  engine: string;
  used: readonly Segment[];
  /** Why the connected model did not write it, for people; null when it did, or when none is connected. */
  fallback: string | null;
}

export interface Listening {
  signal?: AbortSignal | undefined;
  /** Called with each piece of an answer as it comes, unchecked. */
  onText?: ((piece: string) => void) | undefined;
}

/**
 * Has the connected model answer; when there is none, or it fails, the best passages are quoted.
 * @throws CancelledError
 */
export async function writeAnswer(
  connect: () => Promise<GeneratingEngine | null>,
  request: AnswerRequest,
  { signal, onText }: Listening,
  log: Logger,
): Promise<WrittenAnswer> {
  let fallback: string | null = null;
  // Where nothing was found there is nothing to ask a model about: it could only make something up.
  if (request.all.length > 0) {
    try {
      const model = await connect();
      if (model) {
        const text = await generate(model, request, { signal, onText });
        return { text, engine: engineTag(model.info), used: request.toRead, fallback: null };
      }
    } catch (error) {
      if (signal?.aborted || error instanceof CancelledError) throw new CancelledError();
      // A model that went away must not take the answer with it.
      fallback = error instanceof CodedError ? error.message : 'The language model failed.';
      log.warn('the language model did not answer; quoting instead', { reason: toError(error).message });
    }
  }
  const { fact, evidence, all } = request;
  const language = languageOf(request.question);
  const text = fact ? factualAnswer(fact, language) : extractiveAnswer(evidence, all.length, language);
  return { text, engine: EXTRACTIVE_ENGINE, used: fact?.evidence ?? evidence, fallback };
}

async function generate(
  model: GeneratingEngine,
  request: AnswerRequest,
  { signal, onText }: Listening,
): Promise<string> {
  const { question, videoName, history, toRead } = request;
  const prompt = buildPrompt({ question, videoName, history, segments: toRead, contextTokens: model.contextTokens });
  let whole = '';
  for await (const piece of model.stream(prompt, signal)) {
    if (signal?.aborted) throw new CancelledError();
    whole += piece;
    onText?.(piece);
    if (whole.length > ANSWER_LENGTH) {
      throw new ReelscopeError('model_unavailable', 'The language model exceeded the maximum answer length.');
    }
  }
  const text = sanitizeAnswer(whole);
  if (text === '') throw new ReelscopeError('model_unavailable', 'The language model returned an empty answer.');
  return text;
}
