import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { ChatRole } from '../../contract/search/chat.ts';
import type { GenerationRequest, GenerationTurn } from '../../models/engine.ts';
import { compress, PREVIEW_MARK } from '../../models/language/compress.ts';
import { estimateTokens, truncateToSentences, truncateToTokens } from '../../models/language/tokens.ts';
import {
  boundaryFor,
  delimiterInstructions,
  delimitUntrusted,
  encodeUntrusted,
} from '../../models/language/untrusted.ts';
import { coverageText } from './not-analyzed.ts';

const MAX_ANSWER_TOKENS = 800;
/**
 * Maximum share of the context for the answer, and likewise for the question; matters for models with a small context.
 */
const MAX_ANSWER_SHARE = 0.25;
/** Share of the remaining context that findings keep beside earlier messages, if they are so long. */
const MIN_FINDINGS_SHARE = 0.5;
/** Shortest useful part of an earlier message, in tokens. */
const MIN_MESSAGE_TOKENS = 24;
/** Tokens that a chat template adds to each turn. */
const TURN_TOKENS = 8;
/** Limit of a file's name (UTF-16 units). */
const MAX_NAME_LENGTH = 200;
/**
 * Safety margin for estimation errors: a model server truncates the end of an oversized request, and with it the
 * question.
 */
const SAFETY_TOKENS = 100;
/** Maximum share of the context for the findings that are repeated beside the question. */
const MAX_BEST_SHARE = 0.1;
/** Reply to the findings, before the earlier messages of a chat. */
const RECEIVED = 'I have read the findings.';
const RULES = `- Answer in the language of the question, in a few plain sentences or points. Start with the answer itself.
- Use only the findings. When they do not say it, answer that it is not there, as far as the findings tell; never guess.
- What was not analyzed is unknown: when the question needs it, say that it was not analyzed, and never that it does not occur.
- Names and numbers come only from the findings. Use their words.
- No links, images, HTML, tables or code.`;
/** Several findings may begin in one second, so a time would not identify the one that was read. */
const CITE_RULE =
  '- After each statement cite the finding that it rests on by the number that begins its line, as [#7]; several as [#7] [#9]. Write numbers instead of times: the reader is shown the time of each.';
const SYSTEM = `You answer questions of an analyst about one video. All you know of it are the findings in the first message.
${RULES}
${CITE_RULE}`;
const LIBRARY_SYSTEM = `You answer questions of an analyst about several videos. All you know of them are the findings in the first message, by video.
${RULES}
${CITE_RULE}`;
/** Added if there are such findings. */
const PREVIEW_RULE = `- A finding whose text begins with ${PREVIEW_MARK} is of a first look at key frames, which the full analysis replaces. Say so where a statement rests on one.`;

export interface PromptParts {
  question: string;
  videoName: string;
  /** Messages before the question, oldest first. */
  history: readonly { role: ChatRole; content: string }[];
  segments: readonly Segment[];
  coverage: readonly ModuleCoverage[];
  /** Facts that rules computed from all findings, such as the length and the number of shots. */
  facts?: string;
  /** Findings that fit the question best, which are repeated beside it. */
  best?: readonly Segment[];
  contextTokens: number;
}

/** Request to a language model. */
export interface ChatPrompt extends GenerationRequest {
  /** Number of earlier messages in it. */
  historyUsed: number;
  /** Number of lines of findings that did not fit the context. */
  omitted: number;
}

/**
 * Builds the request to a language model. Only the system text contains instructions; findings are encoded and
 * delimited by an unpredictable boundary, so that video content cannot close the delimiters. They come first and the
 * question last, so that a model server reads them once for several questions. To fit the context,
 * the longest messages are shortened, then findings thinned evenly to half of it, then the oldest messages dropped.
 * Findings are numbered from 1 in their order, which {@link citeReferences} resolves.
 */
export function buildPrompt(parts: PromptParts): ChatPrompt {
  const name = `Name of the video file: ${encodeUntrusted(parts.videoName).slice(0, MAX_NAME_LENGTH)}\n${coverageText(parts.coverage)}\n${parts.facts ?? ''}`;
  return build(parts, withPreviewRule(SYSTEM, parts.segments), name, (tokens) =>
    compress(numbered(parts.segments, 1), tokens),
  );
}

export interface LibraryPromptParts extends Omit<PromptParts, 'videoName' | 'segments' | 'coverage'> {
  videos: readonly (Pick<PromptParts, 'segments' | 'coverage'> & { label: string; video: { name: string } })[];
}

/** Builds the same request about several videos, whose findings share the context evenly and are numbered together. */
export function buildLibraryPrompt(parts: LibraryPromptParts): ChatPrompt {
  const all = parts.videos.flatMap(({ segments }) => segments);
  const firstOf = (index: number) =>
    parts.videos.slice(0, index).reduce((first, { segments }) => first + segments.length, 1);
  return build(parts, withPreviewRule(LIBRARY_SYSTEM, all), '', (tokens) =>
    parts.videos
      .map(({ label, video, segments, coverage }, index) => {
        const heading = `## ${label}: ${encodeUntrusted(video.name).slice(0, MAX_NAME_LENGTH)}\n${coverageText(coverage)}`;
        const share = Math.floor(tokens / parts.videos.length) - estimateTokens(heading) - 1;
        return `${heading}\n${compress(numbered(segments, firstOf(index)), Math.max(0, share))}`;
      })
      .join('\n'),
  );
}

function numbered(segments: readonly Segment[], first: number) {
  return segments.map((segment, i) => ({ ...segment, number: first + i }));
}

function withPreviewRule(system: string, segments: readonly Segment[]): string {
  return segments.some(({ data }) => data?.preview) ? `${system}\n${PREVIEW_RULE}` : system;
}

/** @param findings returns the findings in at most this many tokens */
function build(
  parts: Pick<PromptParts, 'question' | 'history' | 'contextTokens' | 'best'>,
  instructions: string,
  heading: string,
  findings: (tokens: number) => string,
): ChatPrompt {
  const maxTokens = Math.min(MAX_ANSWER_TOKENS, Math.floor(parts.contextTokens * MAX_ANSWER_SHARE));
  const question = truncateToTokens(parts.question, Math.floor(parts.contextTokens * MAX_ANSWER_SHARE));
  const best = compress(parts.best ?? [], Math.floor(parts.contextTokens * MAX_BEST_SHARE));
  const request = (lines: string, history: readonly GenerationTurn[]): Omit<ChatPrompt, 'omitted'> => {
    const boundary = boundaryFor(lines);
    const system = `${instructions}\n${delimiterInstructions(boundary)}`;
    const material = `${heading}${delimitUntrusted(boundary, lines)}`;
    const near = best === '' ? '' : `These findings fit the question best:\n${delimitUntrusted(boundary, best)}\n\n`;
    const questionText = `${near}The question:\n${question}`;
    const turns: GenerationTurn[] =
      history.length === 0
        ? [{ role: 'user', content: `${material}\n\n${questionText}` }]
        : [
            { role: 'user', content: material },
            { role: 'assistant', content: RECEIVED },
            ...history,
            { role: 'user', content: questionText },
          ];
    return { system, turns, maxTokens, historyUsed: history.length };
  };
  const available = parts.contextTokens - maxTokens - sizeOf(request('', [])) - SAFETY_TOKENS;
  const wanted = estimateTokens(findings(Math.max(0, available)));
  const history = fitHistory(parts.history, available - Math.min(wanted, available * MIN_FINDINGS_SHARE));
  const frame = sizeOf(request('', history)) - sizeOf(request('', []));
  const lines = findings(Math.max(0, Math.floor(available - frame)));
  const omitted = countNumbered(findings(Number.POSITIVE_INFINITY)) - countNumbered(lines);
  return { ...request(lines, history), omitted };
}

/** Number of lines that begin with the number of a finding. */
function countNumbered(lines: string): number {
  return lines.match(/^#\d/gm)?.length ?? 0;
}

function sizeOf({ system, turns }: GenerationRequest): number {
  return turns.reduce((sum, { content }) => sum + estimateTokens(content) + TURN_TOKENS, estimateTokens(system));
}

/**
 * Shortens the longest messages to one length so that all fit, and drops the oldest ones where that would leave too
 * little of each. Earlier answers may quote the video, so they are encoded like findings.
 */
function fitHistory(history: PromptParts['history'], maxTokens: number): { role: ChatRole; content: string }[] {
  const messages = history.map(({ role, content }) => ({
    role,
    content: role === 'assistant' ? encodeUntrusted(content) : content,
  }));
  for (let first = 0; first < messages.length; first++) {
    const recent = messages.slice(first);
    const lengths = recent.map(({ content }) => estimateTokens(content));
    const limit = commonLimit(lengths, maxTokens - recent.length * TURN_TOKENS);
    if (limit < Math.min(MIN_MESSAGE_TOKENS, Math.max(...lengths))) continue;
    return recent.map(({ role, content }) => ({ role, content: truncateToSentences(content, limit) }));
  }
  return [];
}

/** Returns the largest limit with which these lengths add up to at most `total`. */
function commonLimit(lengths: readonly number[], total: number): number {
  let left = total;
  let count = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length * count > left) return Math.floor(left / count);
    left -= length;
    count--;
  }
  return Number.POSITIVE_INFINITY;
}
