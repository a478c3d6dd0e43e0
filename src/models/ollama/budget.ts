import type { GenerationRequest, GenerationTurn } from '../engine.ts';
import { cutToTokens, estimateTokens } from '../language/tokens.ts';

/** Tokens that chat templates wrap around a turn. */
const TURN_TOKENS = 8;
/** Tokens that a picture may cost; vision encoders differ, from 256 to about 1000 at our size. */
const TOKENS_PER_IMAGE = 1000;
const SAFETY_TOKENS = 64;

/**
 * The request cut down to what fits beside its answer: the oldest turns go first, then the end of the last one. Ollama
 * would drop the beginning instead, and with it the system text. Pure.
 */
export function trimToBudget(request: GenerationRequest, contextTokens: number): GenerationRequest {
  const most = Math.max(1, Math.floor(contextTokens / 2));
  const maxTokens = Math.min(request.maxTokens, most);
  let room = contextTokens - maxTokens - SAFETY_TOKENS - TURN_TOKENS - estimateTokens(request.system);
  const turns: GenerationTurn[] = [];
  for (const turn of [...request.turns].reverse()) {
    const cost = costOf(turn);
    if (cost > room && turns.length > 0) break;
    turns.unshift(cost > room ? { ...turn, content: cutToTokens(turn.content, room - besidesText(turn)) } : turn);
    room -= cost;
  }
  while (turns.length > 1 && turns[0]!.role === 'assistant') turns.shift();
  return { ...request, turns, maxTokens };
}

/** How many pictures of a question fit beside so many other tokens; at least one. Pure. */
export function maxImagesPerRequest(contextTokens: number, otherTokens: number): number {
  return Math.max(1, Math.floor((contextTokens - otherTokens - SAFETY_TOKENS - 2 * TURN_TOKENS) / TOKENS_PER_IMAGE));
}

function costOf(turn: GenerationTurn): number {
  return estimateTokens(turn.content) + besidesText(turn);
}

function besidesText(turn: GenerationTurn): number {
  return TURN_TOKENS + (turn.images?.length ?? 0) * TOKENS_PER_IMAGE;
}
