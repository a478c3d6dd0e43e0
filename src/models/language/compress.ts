import { formatPosition } from '../../base/time.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/modules.ts';
import type { SegmentDraft } from '../../contract/segment.ts';
import { cutToTokens, estimateTokens } from './tokens.ts';
import { encodeUntrusted } from './untrusted.ts';

/** Texts that say the same right after each other are one line up to this pause between them, in seconds. */
const MAX_JOIN_GAP_SECONDS = 2;
/** No single finding takes more than this many UTF-16 units. */
const MAX_LINE_LENGTH = 1000;

export type ModuleFinding = Pick<SegmentDraft, 'content' | 'start_time' | 'end_time'> & { module: ModuleName };

interface Line {
  text: string;
  tokens: number;
}

/**
 * Findings as a language model reads them: a heading for each module, below it one line for each finding in time order,
 * `MM:SS-MM:SS text` (`MM:SS text` when it starts and ends in the same second). Ids, engines, boxes and word times are
 * left out, white space is folded, and a text that repeats without a pause is told once with its whole range. The texts
 * are encoded (untrusted.ts).
 *
 * @param maxTokens by estimate. When all is too long, each module gives up lines evenly over the length of the video, so
 *   that no part of it falls silent.
 */
export function compress(findings: readonly ModuleFinding[], maxTokens = Number.POSITIVE_INFINITY): string {
  const groups = MODULE_NAMES.map((module) => ({
    heading: line(`# ${module}`),
    lines: linesOf(findings, module),
  })).filter((group) => group.lines.length > 0);
  const pick = (share: number) => groups.flatMap(({ heading, lines }) => [heading, ...thin(lines, share)]);
  const size = (lines: readonly Line[]) => lines.reduce((sum, { tokens }) => sum + tokens, 0);
  const render = (lines: readonly Line[]) => lines.map(({ text }) => text).join('\n');
  const whole = pick(1);
  if (size(whole) <= maxTokens) return render(whole);
  // Lines differ in length, so the share that fits is searched, in ten steps to a thousandth.
  let fits = 0;
  let tooMuch = 1;
  for (let step = 0; step < 10; step++) {
    const middle = (fits + tooMuch) / 2;
    if (size(pick(middle)) <= maxTokens) fits = middle;
    else tooMuch = middle;
  }
  return cutToTokens(render(pick(fits)), maxTokens);
}

function line(text: string): Line {
  return { text, tokens: estimateTokens(text) + 1 };
}

function linesOf(findings: readonly ModuleFinding[], module: ModuleName): Line[] {
  const joined: { start: number; end: number; text: string }[] = [];
  for (const finding of findings) {
    if (finding.module !== module) continue;
    const text = encodeUntrusted(finding.content.slice(0, MAX_LINE_LENGTH));
    if (text === '') continue;
    const last = joined.at(-1);
    if (last && last.text === text && finding.start_time - last.end <= MAX_JOIN_GAP_SECONDS) {
      last.end = Math.max(last.end, finding.end_time);
    } else {
      joined.push({ start: finding.start_time, end: finding.end_time, text });
    }
  }
  return joined.map(({ start, end, text }) => {
    const [from, to] = [formatPosition(start), formatPosition(end)];
    return line(from === to ? `${from} ${text}` : `${from}-${to} ${text}`);
  });
}

/** Keeps that share of lines, spread evenly; at least one. */
function thin(lines: readonly Line[], share: number): Line[] {
  const count = Math.max(1, Math.floor(lines.length * share));
  if (count >= lines.length) return [...lines];
  return Array.from({ length: count }, (_, i) => lines[Math.floor((i * lines.length) / count)]!);
}
