/**
 * Part of an answer: text, emphasized text, or a time to seek to; `label` is that of its video, in an answer about
 * several.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  /** A sentence that no finding supports. */
  | { kind: 'unsupported'; text: string }
  | { kind: 'time'; text: string; seconds: number; label: string | null };

export interface AnswerBlock {
  kind: 'paragraph' | 'list';
  /** One line for a paragraph, one per item for a list. */
  lines: Inline[][];
}

/** End of a sentence, with the space behind it. */
const SENTENCE_END = /[.!?]["”’)]{0,2}\s/g;
const PIECE = /\*\*\[(?:(V\d{1,3}) )?((?:\d{1,2}:)?\d{1,3}:\d{2})\]\*\*|\*\*(\[\?\])\*\*|\*\*([^*\n]+)\*\*/g;
const POINT = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** Parses the Markdown that answers use: lists, emphasis, and cited times. Everything else is text. */
export function readAnswer(answer: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  let last: AnswerBlock | undefined;
  for (const line of answer.split('\n')) {
    if (line.trim() === '') {
      last = undefined;
      continue;
    }
    const isPoint = POINT.test(line);
    const kind = isPoint ? 'list' : 'paragraph';
    if (last?.kind !== kind || !isPoint) {
      last = { kind, lines: [] };
      blocks.push(last);
    }
    last.lines.push(readLine(line.replace(POINT, '')));
  }
  return blocks;
}

function readLine(line: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(PIECE)) {
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) });
    const [whole, label = null, time, unsupported, strong] = match;
    if (time !== undefined) pieces.push({ kind: 'time', text: time, seconds: secondsOf(time), label });
    else if (unsupported !== undefined) markLast(pieces);
    else pieces.push({ kind: 'strong', text: strong! });
    end = match.index + whole.length;
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) });
  return pieces;
}

/** Marks the sentence at the end of a line as unsupported. */
function markLast(pieces: Inline[]): void {
  const last = pieces.at(-1);
  if (last?.kind !== 'text') return;
  const end = [...last.text.trimEnd().matchAll(SENTENCE_END)].at(-1);
  const start = end ? end.index + end[0].length : 0;
  pieces.pop();
  if (start > 0) pieces.push({ kind: 'text', text: last.text.slice(0, start) });
  pieces.push({ kind: 'unsupported', text: last.text.slice(start).trimEnd() });
}

/** Converts `1:02` or `1:02:03` to seconds. */
export function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
