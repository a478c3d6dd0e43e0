import { dictionary } from '../../base/dictionary.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** Words between quotation marks, or a block quote. */
export interface Quotation extends TextRange {
  /** The range of the text, with spaces in place of marks of further lines and paragraphs: offsets stay the same. */
  text: string;
}

/** Closing marks by opening ones, in the order in which they count. */
const CLOSING: Readonly<Record<string, string>> = dictionary({
  '“': '”',
  '„': '“”„',
  '”': '”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '‘': '’',
  '‚': '‘’',
  '"': '"',
  "'": "'",
});
const MARKS = /["“”„«»‹›「」『』‘’‚']|\n[ \t]*\n/g;
/** Marks that are apostrophes as well. */
const APOSTROPHES = new Set(["'", '’', '‘']);
/** Words that begin with an apostrophe. */
const SHORTENED = /^(?:tis|twas|em|cause|til|round|n|\d0s)(?![\p{L}\p{N}])/iu;
const BLOCK_QUOTE = /(?:^[ \t]{0,3}>[^\n]*(?:\n|$))+/gmu;

interface Open {
  mark: string;
  start: number;
  /** Ranges of marks that repeat at the start of paragraphs. */
  repeated: TextRange[];
}

/**
 * Returns the outermost quotations of a text in its order: between the quotation marks of any language, over several
 * paragraphs if each of them begins with the opening mark, and the block quotes of Markdown. Apostrophes are no marks,
 * and a mark that is not closed in its paragraph begins none. Pure.
 */
export function quotationsIn(text: string): Quotation[] {
  const marked = betweenMarks(text);
  const blocks = [...text.matchAll(BLOCK_QUOTE)].flatMap(({ 0: block, index }) => {
    const range = { start: index, end: index + block.length };
    return marked.some((one) => one.start < range.end && one.end > range.start) ? [] : blockQuote(text, range);
  });
  return [...marked, ...blocks].sort((a, b) => a.start - b.start);
}

function betweenMarks(text: string): Quotation[] {
  const found: Quotation[] = [];
  let open: Open | undefined;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark.startsWith('\n')) {
      if (open && !continues(text, index + mark.length, open)) open = undefined;
    } else if (!open) {
      if (opens(text, index, mark)) open = { mark, start: index + 1, repeated: [] };
    } else if (open.repeated.at(-1)?.start === index) {
    } else if (CLOSING[open.mark]!.includes(mark) && closes(text, index, mark)) {
      const range = trimmed(text, { start: open.start, end: index });
      if (range.end > range.start) found.push({ ...range, text: masked(text, range, open.repeated) });
      open = undefined;
    } else if (startsAnother(open.mark, mark) && opens(text, index, mark)) {
      open = { mark, start: index + 1, repeated: [] };
    }
  }
  return found;
}

/** Whether a mark shows that the open one is never closed, or was an apostrophe. */
function startsAnother(open: string, mark: string): boolean {
  return open === mark ? mark !== '"' && !APOSTROPHES.has(mark) : APOSTROPHES.has(open) && !APOSTROPHES.has(mark);
}

/** Whether a paragraph begins with the mark of a quotation that is still open. */
function continues(text: string, at: number, open: Open): boolean {
  const [space = ''] = /^\s*/.exec(text.slice(at, at + 50)) ?? [];
  const first = text[at + space.length];
  if (first !== open.mark) return false;
  open.repeated.push({ start: at + space.length, end: at + space.length + 1 });
  return true;
}

function opens(text: string, at: number, mark: string): boolean {
  if (CLOSING[mark] === undefined) return false;
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  if ('「『'.includes(mark)) return true;
  const isFree = !/[\p{L}\p{N}]/u.test(before) || /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(before);
  if (!isFree || (/\s/u.test(after) && mark !== '«' && mark !== '‹')) return false;
  if (!APOSTROPHES.has(mark)) return true;
  return /[\p{L}\p{N}[(…]/u.test(after) && !SHORTENED.test(text.slice(at + 1, at + 8));
}

function closes(text: string, at: number, mark: string): boolean {
  if (!APOSTROPHES.has(mark)) return true;
  const isInWord = /[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ');
  return !isInWord && !/\s/u.test(text[at - 1] ?? ' ');
}

/** A block quote without its marks and without a last line that names its author. */
function blockQuote(text: string, range: TextRange): Quotation[] {
  const block = text.slice(range.start, range.end);
  const marks = [...block.matchAll(/^[ \t]{0,3}>+/gm)].map(({ 0: mark, index }) => ({
    start: range.start + index,
    end: range.start + index + mark.length,
  }));
  const plain = masked(text, range, marks);
  const whole = trimmed(plain, { start: 0, end: plain.length });
  const last = plain.lastIndexOf('\n', whole.end - 1);
  const isAuthor = last >= whole.start && /^\s*[—–-]{1,2}\s?\P{Lowercase}/u.test(plain.slice(last + 1, whole.end));
  const own = isAuthor ? trimmed(plain, { start: whole.start, end: last }) : whole;
  if (own.end <= own.start) return [];
  const place = { start: range.start + own.start, end: range.start + own.end };
  return [{ ...place, text: plain.slice(own.start, own.end) }];
}

function masked(text: string, { start, end }: TextRange, marks: readonly TextRange[]): string {
  let result = '';
  let at = start;
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    result += text.slice(at, mark.start) + ' '.repeat(mark.end - mark.start);
    at = mark.end;
  }
  return result + text.slice(at, end);
}

/** A range without the spaces at its ends. */
export function trimmed(text: string, { start, end }: TextRange): TextRange {
  const [from, to] = [start, end];
  while (start < to && /\s/u.test(text[start]!)) start++;
  while (end > Math.max(start, from) && /\s/u.test(text[end - 1]!)) end--;
  return { start, end };
}
