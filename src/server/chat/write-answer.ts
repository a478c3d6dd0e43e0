import { CanceledError, CodedError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { Segment } from '../../contract/segment.ts';
import { errorText, sentence } from '../../contract/sentence.ts';
import { engineIdOf, type GeneratingEngine, type GenerationRequest } from '../../models/engine.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { languageOf } from './answer-texts.ts';
import { EXTRACTIVE_ENGINE, extractiveAnswer, factualAnswer } from './extractive.ts';
import type { Fact } from './fact-parts.ts';
import { buildPrompt, type PromptParts } from './prompt.ts';
import { citeReferences, createReferenceReader, type NumberedFinding } from './references.ts';

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
  /** Sentence about what was not analyzed; empty if there is nothing to add. */
  missing: string;
}

export interface WrittenAnswer {
  /** Sanitized; its times are not verified yet, and carry the ID of the finding that was quoted or referred to. */
  text: string;
  engine: string;
  used: readonly Segment[];
  /** Earlier messages that the model received. */
  historyUsed: number;
  /** Displayable reason that the connected model did not answer; null when it did or none is connected. */
  fallback: LocalizedText | null;
}

export interface AnswerStreamOptions {
  signal?: AbortSignal | undefined;
  /** Receives each unverified piece of the answer as it is generated. */
  onText?: ((piece: string) => void) | undefined;
}

/**
 * Generates an answer with the connected model; falls back to quoting the best moments without a model or when it
 * fails.
 * @throws CanceledError
 */
export async function writeAnswer(
  connect: () => Promise<GeneratingEngine | null>,
  request: AnswerRequest,
  options: AnswerStreamOptions,
  log: Logger,
): Promise<WrittenAnswer> {
  const { fact, evidence, all, question, videoName, history, context, coverage, missing } = request;
  const quoted = () => {
    const language = languageOf(question);
    const answer = fact ? factualAnswer(fact, language) : extractiveAnswer(evidence, all.length, language);
    return missing === '' ? answer : `${answer}\n\n${missing}`;
  };
  const written = await generateOr(
    // Without findings, a model could only make something up.
    all.length > 0 ? connect : async () => null,
    {
      promptFor: (contextTokens) =>
        buildPrompt({ question, videoName, history, segments: context, coverage, contextTokens }),
      findings: context.map((segment) => ({ segment })),
    },
    quoted,
    options,
    log,
  );
  const used = written.engine === EXTRACTIVE_ENGINE ? (fact?.evidence ?? evidence) : context;
  return { ...written, used };
}

/** Question to a language model. */
export interface ModelQuestion {
  /** Returns the request for a context of this many tokens. */
  promptFor(contextTokens: number): GenerationRequest;
  /** Findings in the order of their numbers in the request. */
  findings: readonly NumberedFinding[];
}

/**
 * Generates an answer with the connected model, or returns a quoted one without a model or when it fails. Its times
 * carry the ID of the finding that they are cited for.
 * @throws CanceledError
 */
export async function generateOr(
  connect: () => Promise<GeneratingEngine | null>,
  { promptFor, findings }: ModelQuestion,
  quoted: () => string,
  { signal, onText }: AnswerStreamOptions,
  log: Logger,
): Promise<Omit<WrittenAnswer, 'used'>> {
  let fallback: LocalizedText | null = null;
  try {
    const model = await connect();
    if (model) {
      const prompt = promptFor(model.contextTokens);
      const text = await generate(model, prompt, findings, { signal, onText });
      return { text, engine: engineIdOf(model.info), fallback, historyUsed: prompt.turns.length - 1 };
    }
  } catch (error) {
    if (signal?.aborted || error instanceof CanceledError) throw new CanceledError();
    fallback = error instanceof CodedError ? errorText(error) : sentence('chat.failed');
    log.warn('language model failed; quoting findings instead', { reason: toError(error).message });
  }
  return { text: quoted(), engine: EXTRACTIVE_ENGINE, fallback, historyUsed: 0 };
}

async function generate(
  model: GeneratingEngine,
  prompt: GenerationRequest,
  findings: readonly NumberedFinding[],
  { signal, onText }: AnswerStreamOptions,
): Promise<string> {
  let answer = '';
  const reader = createReferenceReader(findings, onText ?? (() => {}));
  for await (const piece of model.stream(prompt, signal)) {
    if (signal?.aborted) throw new CanceledError();
    answer += piece;
    reader.push(piece);
    if (answer.length > MAX_ANSWER_LENGTH) {
      throw new ReelscopeError('model_unavailable', sentence('chat.too-long'));
    }
  }
  reader.end();
  const text = sanitizeAnswer(citeReferences(answer, findings));
  if (text === '') throw new ReelscopeError('model_unavailable', sentence('chat.empty'));
  return text;
}
