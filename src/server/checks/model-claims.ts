import { z } from 'zod';
import { throwIfAborted } from '../../base/abort.ts';
import { CodedError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { CheckedText } from '../../contract/evidence/checks.ts';
import type { TextClaim } from '../../core/claims/claims.ts';
import { clausesIn } from '../../core/claims/clauses.ts';
import type { TextRange } from '../../core/claims/quotations.ts';
import { sentencesIn } from '../../core/claims/sentences.ts';
import { errorText } from '../../core/texts/sentence.ts';
import { engineIdOf, type GeneratingEngine } from '../../models/engine.ts';
import {
  delimiterInstructions,
  delimitUntrusted,
  encodeUntrusted,
  newBoundary,
} from '../../models/language/untrusted.ts';

/** Length of the sentences of one request, in UTF-16 units: the answer is as long, and small contexts hold both. */
const REQUEST_LENGTH = 3000;
/** Requests per text, each of seconds to a minute; rules divide the rest. */
const MAX_REQUESTS = 8;
const MAX_TOKENS = 1500;
/** Divided sentences that are kept: those of several long texts, some megabytes. */
const MAX_KEPT = 5000;
const MIN_LENGTH = 12;
const MAX_LENGTH = 600;

const TASK = `You receive numbered sentences of a text. Divide them into claims that recordings can confirm or contradict: what somebody did, said, decided, or plans, and what happened. Copy the words of each claim exactly, in their order.
Divide a sentence only where "and", "but", or a semicolon joins two complete claims, each with a subject of its own. Otherwise return the whole sentence as one claim. Never leave out conditions, doubts, or negations.
Return no claims for questions, headings, wishes, and opinions.`;

const Divided = z.object({
  sentences: z.array(z.object({ number: z.int(), claims: z.array(z.string()) })),
});

/** Claims of sentences as a model divided them, by model and sentence. */
type KeptClauses = Map<string, readonly string[]>;

interface Division {
  signal: AbortSignal | undefined;
  /** Called before each request to the model. */
  onProgress(done: number, total: number): void;
}

/**
 * Returns a function that divides the claims of a text by the connected model, and as the rules do without one or when
 * it fails. Divided sentences are kept, so that the model reads only what changed of a text that is checked again, and
 * the fact sheet has the passages of the check. @throws CanceledError from it
 */
export function createClaimDivider(languageModel: () => Promise<GeneratingEngine | null>, log: Logger) {
  const cache: KeptClauses = new Map();
  return async (
    text: string,
    claims: readonly TextClaim[],
    division: Division,
  ): Promise<Pick<CheckedText, 'engine' | 'fallback'> & { claims: readonly TextClaim[] }> => {
    try {
      const model = await languageModel();
      if (!model) return { claims, engine: null, fallback: null };
      const engine = engineIdOf(model.info);
      return { claims: await divideClaims(model, text, claims, { ...division, kept: cache }), engine, fallback: null };
    } catch (error) {
      throwIfAborted(division.signal);
      if (!(error instanceof CodedError)) throw error;
      log.warn('language model failed; rules divide the text', { reason: error.message });
      return { claims, engine: null, fallback: errorText(error) };
    } finally {
      for (const key of cache.keys()) {
        if (cache.size <= MAX_KEPT) break;
        cache.delete(key);
      }
    }
  };
}

/**
 * Has a language model divide the sentences without quotations into claims. It chooses words of the text and adds none:
 * what is not copied, or would lose words that matter, stays as the rules divided it.
 * @param claims of the rules @throws ReelscopeError `model_unavailable`; CanceledError
 */
async function divideClaims(
  model: GeneratingEngine,
  text: string,
  claims: readonly TextClaim[],
  { kept, signal, onProgress }: Division & { kept: KeptClauses },
): Promise<TextClaim[]> {
  const keyOf = (unit: TextClaim) => `${engineIdOf(model.info)} ${unit.text}`;
  const quoted = claims.filter(({ kind }) => kind === 'quotation');
  const others = claims.filter(({ kind }) => kind !== 'quotation');
  const units = sentencesIn(text)
    .filter((range) => isProse(text.slice(range.start, range.end)) && !quoted.some((claim) => overlap(claim, range)))
    .map((range) => others.find((claim) => overlap(claim, range)) ?? statement(text, range));
  const chosen = batchesOf(units).slice(0, MAX_REQUESTS).flat();
  const batches = batchesOf(chosen.filter((unit) => !kept.has(keyOf(unit))));
  for (const [i, batch] of batches.entries()) {
    onProgress(i, batches.length);
    const { sentences } = await ask(model, batch, signal);
    for (const [i, unit] of batch.entries())
      kept.set(keyOf(unit), sentences.find(({ number }) => number === i + 1)?.claims ?? []);
  }
  const divided: TextClaim[] = [];
  for (const unit of chosen) {
    const clauses = kept.get(keyOf(unit))!;
    if (clauses.length > 0 && !divided.some((claim) => overlap(claim, unit)))
      divided.push(...parts(text, unit, clauses));
  }
  const rest = others.filter((claim) => !divided.some((one) => overlap(one, claim)));
  return [...quoted, ...rest, ...divided];
}

const overlap = (a: TextRange, b: TextRange): boolean => a.start < b.end && b.start < a.end;

const isProse = (sentence: string): boolean =>
  sentence.length >= MIN_LENGTH && sentence.length <= MAX_LENGTH && !/^#{1,6}\s/.test(sentence);

function statement(text: string, { start, end }: TextRange): TextClaim {
  return { kind: 'statement', start, end, text: text.slice(start, end), sayer: null, around: '' };
}

/** Parts of a claim, which keep its speaker; all of it if the clauses aren't all of its words. */
function parts(text: string, claim: TextClaim, clauses: readonly string[]): TextClaim[] {
  return (clausesIn(claim.text, clauses) ?? [{ start: 0, end: claim.text.length }]).map((range) => {
    const [start, end] = [claim.start + range.start, claim.start + range.end];
    return { ...claim, start, end, text: text.slice(start, end) };
  });
}

function batchesOf(units: readonly TextClaim[]): TextClaim[][] {
  const batches: TextClaim[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const unit of units) {
    length += unit.text.length;
    if (length > REQUEST_LENGTH) {
      batches.push([]);
      length = unit.text.length;
    }
    batches.at(-1)!.push(unit);
  }
  return batches;
}

function ask(model: GeneratingEngine, batch: readonly TextClaim[], signal?: AbortSignal) {
  const lines = batch.map((unit, i) => `${i + 1}. ${encodeUntrusted(unit.text)}`).join('\n');
  const boundary = newBoundary();
  const request = {
    system: `${TASK}\n${delimiterInstructions(boundary)}`,
    turns: [{ role: 'user' as const, content: delimitUntrusted(boundary, lines) }],
    maxTokens: MAX_TOKENS,
    schema: Divided,
  };
  return model.write(request, signal);
}
