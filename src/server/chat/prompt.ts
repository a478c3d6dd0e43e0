import type { ChatRole } from '../../contract/chat.ts';
import type { Segment } from '../../contract/segment.ts';
import type { GenerationRequest } from '../../models/engine.ts';
import { compress } from '../../models/language/compress.ts';
import { cutToTokens, estimateTokens } from '../../models/language/tokens.ts';
import {
  delimiterInstructions,
  delimitUntrusted,
  encodeUntrusted,
  newBoundary,
} from '../../models/language/untrusted.ts';

/** Tokens that an answer may have. */
const ANSWER_TOKENS = 800;
/** Small models get at most this share of their context as findings and history; the rest is for instructions and answer. */
const ANSWER_SHARE = 0.25;
/** Of what is left beside the instructions, former messages take at most this share. */
const HISTORY_SHARE = 0.25;
/** What a chat template adds around each turn, in tokens. */
const TURN_TOKENS = 8;
/** Kept free, as clients of models do: one that finds a request too long cuts off its end, and with it the question. */
const SAFETY_TOKENS = 100;
const SYSTEM = `You answer questions of an analyst about one video. All you know of it are the findings in the last message.
- Answer in the language of the question, in a few plain sentences or points. Start with the answer itself.
- Use only the findings. When they do not say it, answer that it is not in this video, as far as the findings tell; never guess.
- After each statement cite the time that it rests on as **[MM:SS]** or **[H:MM:SS]**, with a time that begins a line of the findings.
- No links, images, HTML, tables or code.`;

export interface PromptParts {
  question: string;
  videoName: string;
  /** The messages before the question, oldest first. */
  history: readonly { role: ChatRole; content: string }[];
  segments: readonly Segment[];
  contextTokens: number;
}

/**
 * What a language model is asked. Instructions stand in the system text alone; findings stand in the user's turn, encoded
 * and between marks of a random boundary that is new with each request, so that nothing in a video can close them. All of
 * it fits the model's context by estimate: first old messages go, then findings are thinned evenly.
 */
export function buildPrompt(parts: PromptParts): GenerationRequest {
  const boundary = newBoundary();
  const system = `${SYSTEM}\n${delimiterInstructions(boundary)}`;
  const maxTokens = Math.min(ANSWER_TOKENS, Math.floor(parts.contextTokens * ANSWER_SHARE));
  const question = cutToTokens(parts.question, Math.floor(parts.contextTokens * ANSWER_SHARE));
  const frame = (lines: string) =>
    `Name of the video file: ${encodeUntrusted(parts.videoName).slice(0, 200)}\n${delimitUntrusted(boundary, lines)}\n\nThe question:\n${question}`;
  const room = parts.contextTokens - maxTokens - estimateTokens(system) - estimateTokens(frame('')) - SAFETY_TOKENS;
  const history = latest(parts.history, Math.max(0, room * HISTORY_SHARE));
  const left = room - history.reduce((sum, turn) => sum + estimateTokens(turn.content) + TURN_TOKENS, 0);
  const lines = compress(parts.segments, Math.max(0, Math.floor(left)));
  return { system, turns: [...history, { role: 'user', content: frame(lines) }], maxTokens };
}

/** The newest messages that fit. Answers before may quote the video, so they are as encoded as findings. */
function latest(history: PromptParts['history'], most: number): { role: ChatRole; content: string }[] {
  const kept: { role: ChatRole; content: string }[] = [];
  let used = 0;
  for (const { role, content } of history.toReversed()) {
    const text = role === 'assistant' ? encodeUntrusted(content) : content;
    used += estimateTokens(text) + TURN_TOKENS;
    if (used > most) break;
    kept.unshift({ role, content: text });
  }
  return kept;
}
