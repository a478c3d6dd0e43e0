import type { GenerationRequest, GenerationTurn } from '../engine.ts';
import { estimateTokens, truncateToTokens } from '../language/tokens.ts';

/** Tokens added to each turn by chat templates. */
const TURN_TOKENS = 8;
/** Upper bound of tokens per image; vision encoders use 256 to about 1000 at our size. */
const TOKENS_PER_IMAGE = 1000;
const SAFETY_TOKENS = 64;

/**
 * Trims a request so that it fits the context together with its answer: drops the oldest turns first, then the end of
 * the last one. Ollama would drop the beginning instead, including the system prompt. Pure.
 */
export function trimToBudget(request: GenerationRequest, contextTokens: number): GenerationRequest {
  const most = Math.max(1, Math.floor(contextTokens / 2));
  const maxTokens = Math.min(request.maxTokens, most);
  let room = contextTokens - maxTokens - SAFETY_TOKENS - TURN_TOKENS - estimateTokens(request.system);
  const turns: GenerationTurn[] = [];
  for (const turn of [...request.turns].reverse()) {
    const cost = costOf(turn);
    if (cost > room && turns.length > 0) break;
    turns.unshift(cost > room ? { ...turn, content: truncateToTokens(turn.content, room - besidesText(turn)) } : turn);
    room -= cost;
  }
  while (turns.length > 1 && turns[0]!.role === 'assistant') turns.shift();
  return { ...request, turns, maxTokens };
}

/**
 * Whether a server dropped a part of a prompt: it filled the context, or had fewer tokens than words, of which
 * tokenizers make at least one each. Pure. @param read tokens that the server reports; 0 if it reports none
 */
export function isTruncated(
  read: number,
  contextTokens: number,
  messages: readonly { readonly content: string }[],
): boolean {
  if (read === 0) return false;
  const words = messages.reduce((sum, { content }) => sum + (content.match(/\S+/g)?.length ?? 0), 0);
  return read >= contextTokens || read < words;
}

/** Number of images that fit in the context beside `otherTokens`; at least one. Pure. */
export function maxImagesPerRequest(contextTokens: number, otherTokens: number): number {
  return Math.max(1, Math.floor((contextTokens - otherTokens - SAFETY_TOKENS - 2 * TURN_TOKENS) / TOKENS_PER_IMAGE));
}

function costOf(turn: GenerationTurn): number {
  return estimateTokens(turn.content) + besidesText(turn);
}

function besidesText(turn: GenerationTurn): number {
  return TURN_TOKENS + (turn.images?.length ?? 0) * TOKENS_PER_IMAGE;
}
