import type { ChatRole } from '../../contract/chat.ts';
import type { Segment } from '../../contract/segment.ts';
import type { GenerationRequest } from '../../models/engine.ts';
import { compress } from '../../models/language/compress.ts';
import { estimateTokens, truncateToTokens } from '../../models/language/tokens.ts';
import {
  delimiterInstructions,
  delimitUntrusted,
  encodeUntrusted,
  newBoundary,
} from '../../models/language/untrusted.ts';

const MAX_ANSWER_TOKENS = 800;
/** Maximum share of the context for the answer, and likewise for the question; matters for models with a small context. */
const MAX_ANSWER_SHARE = 0.25;
/** Maximum share of the remaining context for earlier messages. */
const MAX_HISTORY_SHARE = 0.25;
/** Tokens that a chat template adds to each turn. */
const TURN_TOKENS = 8;
/** Safety margin for estimation errors: a model server truncates the end of an oversized request, and with it the question. */
const SAFETY_TOKENS = 100;
const SYSTEM = `You answer questions of an analyst about one video. All you know of it are the findings in the last message.
- Answer in the language of the question, in a few plain sentences or points. Start with the answer itself.
- Use only the findings. When they do not say it, answer that it is not in this video, as far as the findings tell; never guess.
- After each statement cite the time that it rests on as **[MM:SS]** or **[H:MM:SS]**, with a time that begins a line of the findings.
- No links, images, HTML, tables or code.`;

export interface PromptParts {
  question: string;
  videoName: string;
  /** Messages before the question, oldest first. */
  history: readonly { role: ChatRole; content: string }[];
  segments: readonly Segment[];
  contextTokens: number;
}

/**
 * Builds the request to a language model. Only the system text contains instructions; findings are encoded and delimited
 * by a random boundary per request, so that video content cannot close the delimiters. To fit the context, the oldest
 * messages are dropped first, then findings are thinned evenly.
 */
export function buildPrompt(parts: PromptParts): GenerationRequest {
  const boundary = newBoundary();
  const system = `${SYSTEM}\n${delimiterInstructions(boundary)}`;
  const maxTokens = Math.min(MAX_ANSWER_TOKENS, Math.floor(parts.contextTokens * MAX_ANSWER_SHARE));
  const question = truncateToTokens(parts.question, Math.floor(parts.contextTokens * MAX_ANSWER_SHARE));
  const frame = (lines: string) =>
    `Name of the video file: ${encodeUntrusted(parts.videoName).slice(0, 200)}\n${delimitUntrusted(boundary, lines)}\n\nThe question:\n${question}`;
  const available =
    parts.contextTokens - maxTokens - estimateTokens(system) - estimateTokens(frame('')) - SAFETY_TOKENS;
  const history = newestMessages(parts.history, Math.max(0, available * MAX_HISTORY_SHARE));
  const remaining = available - history.reduce((sum, turn) => sum + estimateTokens(turn.content) + TURN_TOKENS, 0);
  const lines = compress(parts.segments, Math.max(0, Math.floor(remaining)));
  return { system, turns: [...history, { role: 'user', content: frame(lines) }], maxTokens };
}

/** Returns the newest messages that fit. Earlier answers may quote the video, so they are encoded like findings. */
function newestMessages(history: PromptParts['history'], maxTokens: number): { role: ChatRole; content: string }[] {
  const kept: { role: ChatRole; content: string }[] = [];
  let used = 0;
  for (const { role, content } of history.toReversed()) {
    const text = role === 'assistant' ? encodeUntrusted(content) : content;
    used += estimateTokens(text) + TURN_TOKENS;
    if (used > maxTokens) break;
    kept.unshift({ role, content: text });
  }
  return kept;
}
