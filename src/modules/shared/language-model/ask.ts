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
  {
    task,
    schema,
    maxTokens,
    maxFindingsTokens = Number.POSITIVE_INFINITY,
  }: { task: string; schema: z.ZodType<T>; maxTokens: number; maxFindingsTokens?: number },
  signal: AbortSignal,
): Promise<T> {
  const boundary = newBoundary();
  const system = `${task}\n${delimiterInstructions(boundary)}`;
  return withinContext(model.contextTokens, (contextTokens) => {
    const budget = findingsBudget(contextTokens, task, maxTokens);
    const lines = compress(findings, Math.min(maxFindingsTokens, budget));
    const turns = [{ role: 'user' as const, content: delimitUntrusted(boundary, lines) }];
    return model.write({ system, turns, maxTokens, schema }, signal);
  });
}
