import { formatPosition } from '../../base/time.ts';
import { MODULE_CATALOG, MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { estimateTokens, truncateToTokens } from './tokens.ts';
import { encodeUntrusted } from './untrusted.ts';

/** Equal texts no further apart than this (seconds) are merged into one line. */
const MAX_JOIN_GAP_SECONDS = 2;
/** Begins the text of a finding of a first look. */
export const PREVIEW_MARK = '[preview]';
/** Maximum length of one finding in UTF-16 code units. */
const MAX_LINE_LENGTH = 1000;

export type ModuleFinding = Pick<SegmentDraft, 'content' | 'start_time' | 'end_time'> & {
  module: ModuleName;
  data?: SegmentDraft['data'];
  /** By which a model refers to it. */
  number?: number;
};

interface Line {
  text: string;
  tokens: number;
}

/**
 * Formats findings for a language model: a heading per module, followed by one line per finding in time order,
 * `MM:SS-MM:SS text` (`MM:SS text` if it starts and ends in the same second), after `#7` if findings are numbered. Ids,
 * engines, boxes and word times are omitted, spoken lines begin with the speaker if there is one, whitespace is
 * collapsed, and texts that repeat without a pause are merged. Texts are encoded (untrusted.ts), so that none can begin
 * with the mark of a preview finding, whose brackets they can't have.
 *
 * @param maxTokens estimated limit. If exceeded, lines are dropped evenly over the duration of the video, so that every
 *   part stays represented: first sounds, objects, and shots, then text on screen, then speech.
 */
export function compress(findings: readonly ModuleFinding[], maxTokens = Number.POSITIVE_INFINITY): string {
  const groups = MODULE_NAMES.map((module) => ({
    rank: rankOf(module),
    heading: line(`# ${module}`),
    lines: linesOf(findings, module),
  })).filter((group) => group.lines.length > 0);
  const pick = (shares: readonly number[]) =>
    groups.flatMap(({ rank, heading, lines }) => [heading, ...thin(lines, shares[rank]!)]);
  const size = (lines: readonly Line[]) => lines.reduce((sum, { tokens }) => sum + tokens, 0);
  const render = (lines: readonly Line[]) => lines.map(({ text }) => text).join('\n');
  const shares = [1, 1, 1];
  for (const least of [MIN_SHARES, [0, 0, 0]]) {
    for (let rank = shares.length - 1; rank >= 0 && size(pick(shares)) > maxTokens; rank--) {
      // Binary search for the share of lines that fits, to a thousandth.
      let fits = Math.min(least[rank]!, shares[rank]!);
      let tooMuch = shares[rank]!;
      for (let step = 0; step < 10; step++) {
        const middle = (fits + tooMuch) / 2;
        if (size(pick(shares.with(rank, middle))) <= maxTokens) fits = middle;
        else tooMuch = middle;
      }
      shares[rank] = fits;
    }
  }
  const lines = pick(shares);
  return size(lines) <= maxTokens ? render(lines) : truncateToTokens(render(lines), maxTokens);
}

/** Shares of the lines of each rank that stay, unless all of these are too many. */
const MIN_SHARES = [0, 0.1, 0.05];

/** Findings that answer most questions come first: speech, then text on screen and summaries, then all others. */
function rankOf(module: ModuleName): number {
  if (module === 'transcription') return 0;
  return module === 'ocr' || MODULE_CATALOG[module].isDerived ? 1 : 2;
}

function line(text: string): Line {
  return { text, tokens: estimateTokens(text) + 1 };
}

function linesOf(findings: readonly ModuleFinding[], module: ModuleName): Line[] {
  const joined: { start: number; end: number; text: string; number: number | undefined }[] = [];
  for (const finding of findings) {
    if (finding.module !== module) continue;
    const content = encodeUntrusted(finding.content.slice(0, MAX_LINE_LENGTH));
    if (content === '') continue;
    const speaker = finding.data?.speaker;
    const spoken = speaker === undefined ? content : `${encodeUntrusted(speaker)}: ${content}`;
    const text = finding.data?.preview ? `${PREVIEW_MARK} ${spoken}` : spoken;
    const last = joined.at(-1);
    if (last && last.text === text && finding.start_time - last.end <= MAX_JOIN_GAP_SECONDS) {
      last.end = Math.max(last.end, finding.end_time);
    } else {
      joined.push({ start: finding.start_time, end: finding.end_time, text, number: finding.number });
    }
  }
  return joined.map(({ start, end, text, number }) => {
    const [from, to] = [formatPosition(start), formatPosition(end)];
    const mark = number === undefined ? '' : `#${number} `;
    return line(`${mark}${from === to ? from : `${from}-${to}`} ${text}`);
  });
}

/** Keeps an evenly spaced share of lines; at least one. */
function thin(lines: readonly Line[], share: number): Line[] {
  const count = Math.max(1, Math.floor(lines.length * share));
  if (count >= lines.length) return [...lines];
  return Array.from({ length: count }, (_, i) => lines[Math.floor((i * lines.length) / count)]!);
}
