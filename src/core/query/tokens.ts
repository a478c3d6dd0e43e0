import { fieldOf, type QueryField } from './fields.ts';

interface TextRange {
  /** Place in the text in UTF-16 units. */
  start: number;
  end: number;
}

/** Part of a search text. */
export type QueryToken = TextRange & Part;
type Part =
  | { kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' }
  | { kind: 'words'; text: string; isPhrase: boolean }
  | { kind: 'field'; field: QueryField; value: string; isPhrase: boolean; valueStart: number };

const SPACE = /\s+/y;
/** A phrase in a field may be unfinished; it is being typed. */
const FIELD = /(\p{L}{1,20}):(?:["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|([^\s()"“”„«»]+))/uy;
const PHRASE = /["“”„«»]([^"“”„«»]+)["“”„«»]/uy;
const RUN = /[^\s"“”„«»]+|["“”„«»]/uy;
/** A phrase, or the text up to the next space. */
const OPERAND = /["“”„«»][^"“”„«»]+|\S+/uy;
/** Operators in capitals, so that no sentence contains them by chance. */
const OPERATORS = { AND: 'and', UND: 'and', OR: 'or', ODER: 'or', NOT: 'not', NICHT: 'not' } as const;
const SEARCHABLE = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;

/** Splits a search text into its parts; any other text is words. */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const space = match(SPACE, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    const start = at;
    const previous = tokens.at(-1);
    const isFirst = start === 0 || /\s/.test(text[start - 1]!) || (previous?.end === start && isPrefix(previous));
    const put = (length: number, token: Part) => {
      at = start + length;
      tokens.push({ ...token, start, end: at });
    };
    const field = isFirst ? match(FIELD, start) : null;
    const name = field && fieldOf(field[1]!);
    if (field && name && SEARCHABLE.test(field[2] ?? field[3]!)) {
      const isPhrase = field[2] !== undefined;
      const valueStart = start + field[1]!.length + 1 + Number(isPhrase);
      put(field[0].length, { kind: 'field', field: name, value: (field[2] ?? field[3]!).trim(), isPhrase, valueStart });
      continue;
    }
    const phrase = match(PHRASE, start);
    if (phrase) {
      put(phrase[0].length, { kind: 'words', text: phrase[1]!, isPhrase: true });
      continue;
    }
    if (isFirst && text[start] === '-' && SEARCHABLE.test(match(OPERAND, start + 1)?.[0] ?? '')) {
      put(1, { kind: 'minus' });
    } else if (isFirst && text[start] === '(') {
      depth++;
      put(1, { kind: 'open' });
    } else if (text[start] === ')' && depth > 0) {
      depth--;
      put(1, { kind: 'close' });
    } else {
      const run = match(RUN, start)![0];
      // A parenthesis that closes a group is no part of its last word.
      const word = depth > 0 ? withoutClosing(run) : run;
      const operator = OPERATORS[word as keyof typeof OPERATORS];
      put(word.length, operator ? { kind: operator } : { kind: 'words', text: word, isPhrase: false });
    }
  }
  return tokens;
}

function isPrefix({ kind }: QueryToken): boolean {
  return kind === 'open' || kind === 'minus';
}

/** A run without the parentheses at its end. */
function withoutClosing(run: string): string {
  let end = run.length;
  while (end > 0 && run[end - 1] === ')') end--;
  return run.slice(0, end);
}
