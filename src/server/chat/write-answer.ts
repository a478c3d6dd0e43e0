import { CanceledError, CodedError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Sentence } from '../../contract/message.ts';
import type { Segment } from '../../contract/segment.ts';
import { sentence, sentenceOf } from '../../contract/sentence.ts';
import { engineIdOf, type GeneratingEngine } from '../../models/engine.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { languageOf } from './answer-texts.ts';
import { EXTRACTIVE_ENGINE, extractiveAnswer, factualAnswer } from './extractive.ts';
import type { Fact } from './fact-parts.ts';
import { buildPrompt, type PromptParts } from './prompt.ts';

/** Maximum answer length in UTF-16 units; longer output fails the request. */
const MAX_ANSWER_LENGTH = 12_000;

export interface AnswerRequest extends Omit<PromptParts, 'segments' | 'contextTokens'> {
  /** All findings in scope. */
  all: readonly Segment[];
  /** Findings sent to the model. */
  context: readonly Segment[];
  /** Findings quoted when no model answers. */
  evidence: readonly Segment[];
  /** Fact computed without a model; takes precedence over quotes. */
  fact: Fact | null;
}

export interface WrittenAnswer {
  /** Sanitized; its times are not verified yet. */
  text: string;
  engine: string;
  used: readonly Segment[];
  /** Displayable reason that the connected model did not answer; null when it did or none is connected. */
  fallback: Sentence | null;
}

export interface AnswerStreamOptions {
  signal?: AbortSignal | undefined;
  /** Receives each unverified piece of the answer as it is generated. */
  onText?: ((piece: string) => void) | undefined;
}

/**
 * Generates an answer with the connected model; falls back to quoting the best moments without a model or when it fails.
 * @throws CanceledError
 */
export async function writeAnswer(
  connect: () => Promise<GeneratingEngine | null>,
  request: AnswerRequest,
  { signal, onText }: AnswerStreamOptions,
  log: Logger,
): Promise<WrittenAnswer> {
  let fallback: Sentence | null = null;
  // Without findings, a model could only make something up.
  if (request.all.length > 0) {
    try {
      const model = await connect();
      if (model) {
        const text = await generate(model, request, { signal, onText });
        return { text, engine: engineIdOf(model.info), used: request.context, fallback: null };
      }
    } catch (error) {
      if (signal?.aborted || error instanceof CanceledError) throw new CanceledError();
      fallback = error instanceof CodedError ? sentenceOf(error) : sentence('chat.failed');
      log.warn('language model failed; quoting findings instead', { reason: toError(error).message });
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
  { signal, onText }: AnswerStreamOptions,
): Promise<string> {
  const { question, videoName, history, context } = request;
  const prompt = buildPrompt({ question, videoName, history, segments: context, contextTokens: model.contextTokens });
  let answer = '';
  for await (const piece of model.stream(prompt, signal)) {
    if (signal?.aborted) throw new CanceledError();
    answer += piece;
    onText?.(piece);
    if (answer.length > MAX_ANSWER_LENGTH) {
      throw new ReelscopeError('model_unavailable', sentence('chat.too-long'));
    }
  }
  const text = sanitizeAnswer(answer);
  if (text === '') throw new ReelscopeError('model_unavailable', sentence('chat.empty'));
  return text;
}
