import type { z } from 'zod';
import type { GeneratingEngine } from '../../../models/engine.ts';
import { compress, type ModuleFinding } from '../../../models/language/compress.ts';
import { withinContext } from '../../../models/language/context.ts';
import { estimateTokens } from '../../../models/language/tokens.ts';
import { delimiterInstructions, delimitUntrusted, newBoundary } from '../../../models/language/untrusted.ts';

/** Tokens of the context kept free as a margin. */
const SAFETY_TOKENS = 100;

/** Tokens available for findings in one request besides the instructions. */
export function findingsBudget(contextTokens: number, task: string, maxTokens: number): number {
  const said =
    estimateTokens(task) + estimateTokens(delimiterInstructions(newBoundary())) + 2 * estimateTokens(newBoundary());
  return Math.max(0, contextTokens - maxTokens - said - SAFETY_TOKENS);
}

/**
 * Asks a model to write from findings, which are thinned evenly over the video if they exceed its context.
 * They are encoded and delimited by a random boundary. @throws ReelscopeError `model_unavailable`, CanceledError
 */
export async function writeFromFindings<T>(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  { task, schema, maxTokens }: { task: string; schema: z.ZodType<T>; maxTokens: number },
  signal: AbortSignal,
): Promise<T> {
  const boundary = newBoundary();
  const system = `${task}\n${delimiterInstructions(boundary)}`;
  return withinContext(model.contextTokens, (contextTokens) => {
    const lines = compress(findings, findingsBudget(contextTokens, task, maxTokens));
    const turns = [{ role: 'user' as const, content: delimitUntrusted(boundary, lines) }];
    return model.write({ system, turns, maxTokens, schema }, signal);
  });
}

/** Parses a time as a model writes it, `M:SS` or `H:MM:SS`, to seconds; null for anything else. */
export function secondsOfTime(text: string): number | null {
  const match = /^\W*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?!\d)/.exec(text);
  if (!match) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
