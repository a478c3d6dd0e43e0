import { bundledRelevance } from '../models/relevance/index.ts';

let loaded: ReturnType<typeof bundledRelevance.load> | undefined;

/**
 * Relevance of passages to a question by the bundled engine, which stays loaded; null where it is missing or can't read
 * them.
 * @throws ReelscopeError `model_unavailable`
 */
export async function relevanceOf(
  question: string,
  passages: readonly string[],
  signal: AbortSignal,
): Promise<number[] | null> {
  if (!(await bundledRelevance.availability()).available) return null;
  loaded ??= bundledRelevance.load();
  const engine = await loaded;
  return engine.relevance(question, passages, signal);
}
