import { formatPosition } from '../../../base/time.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import { MODULE_NAMES } from '../../../contract/modules.ts';
import type { Segment } from '../../../contract/segment.ts';

/** Texts that say the same right after each other are one line up to this pause between them, in seconds. */
const JOIN_GAP_SECONDS = 2;

/**
 * Segments as a language model reads them: a heading for each module, below it one line for each finding in time order,
 * `MM:SS-MM:SS text` (`MM:SS text` when it starts and ends in the same second). Ids, engines, boxes and word times are
 * left out, white space is folded, and a text that repeats without a pause is told once with its whole range.
 *
 * Measured by test/server/chat.test.ts on 600 generated segments of speech and text: 23 % of the length of the same
 * segments as JSON of the interface, 43 % of the JSON of their five basic fields alone.
 *
 * @param maxLength in UTF-16 units. When all is too long, each module gives up lines evenly over the length of the
 *   video, so that no part of it falls silent.
 */
export function compress(segments: readonly Segment[], maxLength = Number.POSITIVE_INFINITY): string {
  const groups = MODULE_NAMES.map((module) => ({ module, lines: linesOf(segments, module) })).filter(
    (group) => group.lines.length > 0,
  );
  const render = (share: number) =>
    groups.map(({ module, lines }) => `# ${module}\n${thin(lines, share).join('\n')}`).join('\n');
  const whole = render(1);
  if (whole.length <= maxLength) return whole;
  // Lines differ in length, so the share that fits is searched, in ten steps to a thousandth.
  let fits = 0;
  let tooMuch = 1;
  for (let step = 0; step < 10; step++) {
    const middle = (fits + tooMuch) / 2;
    if (render(middle).length <= maxLength) fits = middle;
    else tooMuch = middle;
  }
  return render(fits).slice(0, maxLength);
}

function linesOf(segments: readonly Segment[], module: ModuleName): string[] {
  const joined: { start: number; end: number; text: string }[] = [];
  for (const segment of segments) {
    if (segment.module !== module) continue;
    const text = segment.content.replace(/\s+/g, ' ').trim();
    const last = joined.at(-1);
    if (last && last.text === text && segment.start_time - last.end <= JOIN_GAP_SECONDS) {
      last.end = Math.max(last.end, segment.end_time);
    } else {
      joined.push({ start: segment.start_time, end: segment.end_time, text });
    }
  }
  return joined.map(({ start, end, text }) => {
    const [from, to] = [formatPosition(start), formatPosition(end)];
    return from === to ? `${from} ${text}` : `${from}-${to} ${text}`;
  });
}

/** Keeps that share of lines, spread evenly; at least one. */
function thin(lines: readonly string[], share: number): string[] {
  const count = Math.max(1, Math.floor(lines.length * share));
  if (count >= lines.length) return [...lines];
  return Array.from({ length: count }, (_, i) => lines[Math.floor((i * lines.length) / count)]!);
}
