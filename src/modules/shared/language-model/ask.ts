import type { z } from 'zod';
import type { GeneratingEngine } from '../../../models/engine.ts';
import { compress, type ModuleFinding } from '../../../models/language/compress.ts';
import { estimateTokens } from '../../../models/language/tokens.ts';
import { delimiterInstructions, delimitUntrusted, newBoundary } from '../../../models/language/untrusted.ts';

/** Kept free of the context beside what is counted, in tokens. */
const SAFETY_TOKENS = 100;

/** Tokens of findings that go into one request beside the instructions. */
export function findingsBudget(model: GeneratingEngine, task: string, maxTokens: number): number {
  const said =
    estimateTokens(task) + estimateTokens(delimiterInstructions(newBoundary())) + 2 * estimateTokens(newBoundary());
  return Math.max(0, model.contextTokens - maxTokens - said - SAFETY_TOKENS);
}

/**
 * Has a model write about findings, which are thinned evenly over the video when all are too long for its context.
 * They stand as encoded data between marks of a random boundary. @throws ReelscopeError `model_unavailable`, CancelledError
 */
export async function writeFromFindings<T>(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  { task, schema, maxTokens }: { task: string; schema: z.ZodType<T>; maxTokens: number },
  signal: AbortSignal,
): Promise<T> {
  const boundary = newBoundary();
  const lines = compress(findings, findingsBudget(model, task, maxTokens));
  const system = `${task}\n${delimiterInstructions(boundary)}`;
  return model.write(
    { system, turns: [{ role: 'user', content: delimitUntrusted(boundary, lines) }], maxTokens, schema },
    signal,
  );
}

/** Seconds of a time as a model writes it, `M:SS` or `H:MM:SS`; null for anything else. */
export function secondsOfTime(text: string): number | null {
  const match = /^\W*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?!\d)/.exec(text);
  if (!match) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
