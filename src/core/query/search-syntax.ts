/** Search text with its operators read. */
export interface SearchSyntax {
  /** Text without operators and excluded parts: what to search for. */
  text: string;
  /** Operands of AND, words or quoted phrases without quotes: every hit has all of them. */
  required: { text: string; isPhrase: boolean }[];
  /** Operands of NOT or a leading minus: no hit has any of them. */
  excluded: { text: string; isPhrase: boolean }[];
}

/** A quoted phrase, or a run without spaces. */
const TOKEN = /(-?)(?:["“”„«»]([^"“”„«»]+)["“”„«»]|([^\s"“”„«»]+|["“”„«»]))/gu;
/** Operators in capitals, so that no sentence contains them by chance. */
const AND = new Set(['AND', 'UND']);
const NOT = new Set(['NOT', 'NICHT']);
const SEARCHABLE = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;

/**
 * Reads the operators AND and NOT of a search text. Every text is valid: an operator without an operand is a word, and
 * a text of exclusions alone has none, since there would be nothing to search for.
 */
export function readSearchSyntax(text: string): SearchSyntax {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({
    index: match.index,
    end: match.index + match[0].length,
    // A minus inside a word, such as in `well-known`, is part of the run.
    isMinus: match[1] === '-' && (match.index === 0 || /\s/.test(text[match.index - 1]!)) && SEARCHABLE.test(match[0]),
    isPhrase: match[2] !== undefined,
    text: match[2] ?? match[3]!,
  }));
  const isOperator = (i: number, words: ReadonlySet<string>) =>
    tokens[i] !== undefined && !tokens[i].isPhrase && !tokens[i].isMinus && words.has(tokens[i].text);
  const isOperand = (i: number) => tokens[i] !== undefined && SEARCHABLE.test(tokens[i].text);
  const required = new Set<number>();
  const excluded = new Set<number>();
  const operators = new Set<number>();
  tokens.forEach((token, i) => {
    if (token.isMinus) excluded.add(i);
    else if (isOperator(i, NOT) && isOperand(i + 1)) {
      operators.add(i);
      excluded.add(i + 1);
    } else if (isOperator(i, AND) && i > 0 && isOperand(i + 1) && !isOperator(i - 1, AND)) {
      operators.add(i);
      // In `a AND NOT b`, the operand of AND is the operator NOT.
      const isNegated = (isOperator(i + 1, NOT) && isOperand(i + 2)) || tokens[i + 1]!.isMinus;
      if (!excluded.has(i - 1)) required.add(i - 1);
      if (!isNegated) required.add(i + 1);
    }
  });
  const kept = tokens.filter((token, i) => SEARCHABLE.test(token.text) && !excluded.has(i) && !operators.has(i));
  if (excluded.size > 0 && kept.length === 0) return { text, required: [], excluded: [] };
  if (operators.size + excluded.size === 0) return { text, required: [], excluded: [] };
  const operands = (indexes: ReadonlySet<number>) =>
    [...indexes].sort((a, b) => a - b).map((i) => ({ text: tokens[i]!.text, isPhrase: tokens[i]!.isPhrase }));
  const rest = tokens
    .filter((_, i) => !excluded.has(i) && !operators.has(i))
    .map(({ index, end }) => text.slice(index, end))
    .join(' ');
  return { text: rest, required: operands(required), excluded: operands(excluded) };
}
