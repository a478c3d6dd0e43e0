import type { CompareWords } from '../../attribution/text-comparison.ts';
import { languageOf } from '../../attribution/text-language.ts';
import { CanceledError, CodedError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { AnswerKind } from '../../contract/search/chat.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { engineIdOf, type GeneratingEngine, type GenerationRequest } from '../../models/engine.ts';
import { withinContext } from '../../models/language/context.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { attribute } from './attribution/attribution.ts';
import { citeReferences, createReferenceReader, type NumberedFinding } from './attribution/references.ts';
import type { Evidence } from './evidence.ts';
import { EXTRACTIVE_ENGINE, extractiveAnswer, factualAnswer } from './extractive.ts';
import type { Fact } from './facts/fact-parts.ts';
import { buildPrompt, type ChatPrompt, type PromptParts } from './prompt.ts';

/** Maximum answer length in UTF-16 units; longer output fails the request. */
const MAX_ANSWER_LENGTH = 12_000;

export interface AnswerRequest extends Omit<PromptParts, 'segments' | 'contextTokens' | 'facts' | 'best'> {
  /** All findings in scope. */
  all: readonly Segment[];
  /** Findings sent to the model. */
  context: readonly Segment[];
  /** Findings quoted when no model answers. */
  evidence: Evidence;
  /** Fact computed from findings, which no model replaces. */
  fact: Fact | null;
  /** Facts that rules computed, for the model. */
  facts: string;
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
  /** Number of findings that did not fit the model's context. */
  omitted?: number;
  kind: AnswerKind;
  /** Number of sentences that no finding supports. */
  unsupported?: number;
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
  compareWords: CompareWords,
  options: AnswerStreamOptions,
  log: Logger,
): Promise<WrittenAnswer> {
  const { fact, evidence, all, question, videoName, history, context, coverage, missing, facts } = request;
  const language = languageOf(question);
  const withMissing = (answer: string) => (missing === '' ? answer : `${answer}\n\n${missing}`);
  if (fact) {
    const text = withMissing(factualAnswer(fact, language));
    return { text, engine: EXTRACTIVE_ENGINE, fallback: null, historyUsed: 0, used: fact.evidence, kind: 'computed' };
  }
  const quoted = (failure: LocalizedText | null) =>
    withMissing(extractiveAnswer(evidence, { count: all.length, hasFailed: failure !== null }, language));
  const written = await generateOr(
    // Without findings, a model could only make something up.
    all.length > 0 ? connect : async () => null,
    {
      promptFor: (contextTokens) =>
        buildPrompt({
          question,
          videoName,
          history,
          segments: context,
          coverage,
          facts,
          best: evidence.isRanked ? evidence.segments : [],
          contextTokens,
        }),
      findings: context.map((segment) => ({ segment })),
    },
    quoted,
    options,
    log,
  );
  const near = evidence.nearest.map(({ segment }) => segment);
  // A completing line may be a passage of its own.
  const used = [...new Set([...evidence.segments, ...evidence.completing, ...near])];
  const quotes = { used, kind: kindOf(evidence) };
  if (written.engine === EXTRACTIVE_ENGINE) return { ...written, ...quotes };
  const answering = new Set(evidence.segments.map(({ id }) => id));
  const about = { answer: written.text, question: evidence.query, findings: context, answering };
  const { text, supported, unsupported } = await attribute({ ...about, compareWords });
  if (supported > 0) return { ...written, text, used: context, kind: 'written', unsupported };
  // The best passages are certain to be in the video.
  return { ...written, ...quotes, text: quoted(null), engine: EXTRACTIVE_ENGINE, unsupported };
}

function kindOf({ segments, isRanked }: Evidence): AnswerKind {
  if (segments.length === 0) return 'not_found';
  return isRanked ? 'passages' : 'moments';
}

/** Question to a language model. */
export interface ModelQuestion {
  /** Returns the request for a context of this many tokens. */
  promptFor(contextTokens: number): ChatPrompt;
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
  quoted: (failure: LocalizedText | null) => string,
  { signal, onText }: AnswerStreamOptions,
  log: Logger,
): Promise<Omit<WrittenAnswer, 'used' | 'kind'>> {
  let fallback: LocalizedText | null = null;
  try {
    const model = await connect();
    if (model) {
      const written = await withinContext(model.contextTokens, async (tokens, isRetry) => {
        const prompt = promptFor(tokens);
        // The pieces of a first answer stand until the final one replaces them.
        const text = await generate(model, prompt, findings, { signal, onText: isRetry ? undefined : onText });
        return { text, historyUsed: prompt.historyUsed, omitted: prompt.omitted };
      });
      return { ...written, engine: engineIdOf(model.info), fallback };
    }
  } catch (error) {
    if (signal?.aborted || error instanceof CanceledError) throw new CanceledError();
    fallback = error instanceof CodedError ? errorText(error) : sentence('chat.failed');
    log.warn('language model failed; quoting findings instead', { reason: toError(error).message });
  }
  return { text: quoted(fallback), engine: EXTRACTIVE_ENGINE, fallback, historyUsed: 0 };
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
