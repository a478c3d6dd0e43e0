import { foldText, isAscii } from '../../../../../base/text-fold.ts';
import type { TranscriptEdit } from '../../../../../contract/analysis/transcript-edits.ts';
import type { Paragraph, Transcript } from '../transcript-model.ts';

export interface FindOptions {
  text: string;
  matchCase: boolean;
  wholeWords: boolean;
}

/** UTF-16 offsets, `end` exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A match in the text of a paragraph. */
export interface Match extends TextRange {
  paragraph: number;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const SPACES = /\s+/g;

interface Folded {
  text: string;
  /** Offset of each unit of the folded text in the original; undefined if they are equal. */
  origin: readonly TextRange[] | undefined;
}

const foldedByParagraph = new WeakMap<Paragraph, Folded>();

/** Returns the matches of a transcript, in order. */
export function findMatches({ paragraphs }: Transcript, options: FindOptions): Match[] {
  if (options.text.trim() === '') return [];
  return paragraphs.flatMap((paragraph) => {
    let folded: Folded | undefined;
    if (!options.matchCase) {
      folded = foldedByParagraph.get(paragraph) ?? fold(paragraph.text);
      foldedByParagraph.set(paragraph, folded);
    }
    return spansIn(paragraph.text, options, folded).map((span) => ({ ...span, paragraph: paragraph.index }));
  });
}

/** Edits that replace all matches, or those of one line; matches across two lines are left. */
export function replaceEdits(
  { lines }: Pick<Transcript, 'lines'>,
  options: FindOptions,
  replacement: string,
): { edits: TranscriptEdit[]; count: number } {
  const edits: TranscriptEdit[] = [];
  let count = 0;
  for (const { segment } of lines) {
    const spans = spansIn(segment.content, options);
    if (spans.length === 0) continue;
    count += spans.length;
    edits.push(replaceEdit(segment.id, segment.content, spans, replacement));
  }
  return { edits, count };
}

/** Edit that replaces spans of a line; removes the line if nothing is left. */
export function replaceEdit(
  segmentId: string,
  content: string,
  spans: readonly TextRange[],
  replacement: string,
): TranscriptEdit {
  let text = '';
  let at = 0;
  for (const { start, end } of spans) {
    text += content.slice(at, start) + replacement;
    at = end;
  }
  // A removed word leaves two spaces.
  const changed = `${text}${content.slice(at)}`.replace(SPACES, ' ').trim();
  return changed === ''
    ? { type: 'remove', segment_id: segmentId }
    : { type: 'text', segment_id: segmentId, content: changed };
}

function spansIn(text: string, { text: wanted, matchCase, wholeWords }: FindOptions, known?: Folded): TextRange[] {
  const { text: searched, origin } = known ?? (matchCase ? { text, origin: undefined } : fold(text));
  const query = (matchCase ? wanted : foldText(wanted)).trim().replace(SPACES, ' ');
  const spans: TextRange[] = [];
  if (query === '') return spans;
  for (let at = searched.indexOf(query); at >= 0; at = searched.indexOf(query, at + query.length)) {
    const end = at + query.length;
    const span = origin ? { start: origin[at]!.start, end: origin[end - 1]!.end } : { start: at, end };
    if (!wholeWords || (isBorder(text, span.start) && isBorder(text, span.end))) spans.push(span);
  }
  return spans;
}

function isBorder(text: string, at: number): boolean {
  return !(LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at)));
}

/** Folds a text and maps it to the original, since folding changes lengths. */
function fold(text: string): Folded {
  if (isAscii(text)) return { text: foldText(text), origin: undefined };
  let folded = '';
  const origin: TextRange[] = [];
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = foldText(match[0]);
    folded += part;
    for (let i = 0; i < part.length; i++) origin.push({ start: match.index, end: match.index + match[0].length });
  }
  return { text: folded, origin };
}
