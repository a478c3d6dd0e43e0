import { message } from '../../contract/message.ts';
import { hint, type QueryHint } from './hints.ts';
import {
  type ConditionLeaf,
  parseTree,
  type QueryLeaf,
  type QueryNode,
  type VideoLeaf,
  type WordsLeaf,
} from './parse.ts';
import { readTokens } from './tokens.ts';
import { DEFAULT_WITHIN_SECONDS } from './values.ts';

/** Alternative of a query: the parts that one moment must have. */
export interface QueryGroup {
  /** Words without a field, in text order; ranked together, like a query of words alone. */
  words: WordsLeaf[];
  excludedWords: WordsLeaf[];
  conditions: ConditionLeaf[];
  excluded: ConditionLeaf[];
  videos: (VideoLeaf & { isNegated: boolean })[];
  /** Seconds between findings of one moment; infinite: anywhere in the video. */
  within: number;
}

/** A parsed search text. */
export interface StructuredQuery {
  /** At least one, at most {@link MAX_GROUPS}; a hit satisfies any of them. */
  groups: QueryGroup[];
  hints: QueryHint[];
}

/** Maximum number of alternatives; each is a search of its own. */
const MAX_GROUPS = 6;
/** Maximum number of parts of an alternative; words that are looked for are one part together, of any length. */
const MAX_PARTS = 12;

/**
 * Parses a text of the query language to alternatives (disjunctive normal form). Null for a text of words, phrases,
 * AND, NOT, and a speaker alone, which plain search handles.
 */
export function parseStructured(text: string): StructuredQuery | null {
  if (isPlain(text)) return null;
  const { tree, hints } = parseTree(text);
  const all = alternativesOf(tree, false);
  const whole = { start: 0, end: text.length };
  const limited = all.groups.map(withoutExcess);
  if (all.isTruncated || limited.some(({ length }, i) => length < all.groups[i]!.length))
    hints.push(hint(message('query.too-many'), whole));
  const groups = limited.map(toGroup);
  const searchable = groups.filter(({ words, conditions }) => words.length + conditions.length > 0);
  if (searchable.length === 0) hints.push(hint(message('query.nothing-to-find'), whole));
  return { groups: searchable, hints };
}

/** Whether a text uses nothing beyond words, phrases, AND, NOT, and `speaker:`. */
function isPlain(text: string): boolean {
  const tokens = readTokens(text);
  return tokens.every((token, i) => {
    if (token.kind === 'field') {
      const before = tokens[i - 1]?.kind;
      return token.field === 'speaker' && before !== 'minus' && before !== 'not';
    }
    return token.kind !== 'or' || i === 0 || i === tokens.length - 1;
  });
}

interface Literal {
  leaf: QueryLeaf;
  isNegated: boolean;
}
interface Alternatives {
  groups: Literal[][];
  isTruncated: boolean;
}

function alternativesOf(node: QueryNode, isNegated: boolean): Alternatives {
  if (node.kind === 'not') return alternativesOf(node.part, !isNegated);
  if (!('parts' in node)) return { groups: [[{ leaf: node, isNegated }]], isTruncated: false };
  const parts = node.parts.map((part) => alternativesOf(part, isNegated));
  // De Morgan: neither of two is not the one and not the other.
  const isUnion = (node.kind === 'or') !== isNegated;
  const groups = isUnion
    ? parts.flatMap((part) => part.groups)
    : parts.reduce<Literal[][]>(
        (product, part) =>
          product.flatMap((left) => part.groups.map((right) => [...left, ...right])).slice(0, MAX_GROUPS + 1),
        [[]],
      );
  return {
    groups: groups.slice(0, MAX_GROUPS),
    isTruncated: groups.length > MAX_GROUPS || parts.some((part) => part.isTruncated),
  };
}

/** The parts of an alternative up to the limit. */
function withoutExcess(literals: readonly Literal[]): Literal[] {
  let parts = 0;
  return literals.filter(({ leaf, isNegated }) => (leaf.kind === 'words' && !isNegated) || ++parts <= MAX_PARTS);
}

function toGroup(literals: readonly Literal[]): QueryGroup {
  const group: QueryGroup = {
    words: [],
    excludedWords: [],
    conditions: [],
    excluded: [],
    videos: [],
    within: DEFAULT_WITHIN_SECONDS,
  };
  for (const { leaf, isNegated } of literals) {
    if (leaf.kind === 'within') group.within = leaf.seconds;
    else if (leaf.kind === 'video') group.videos.push({ ...leaf, isNegated });
    else if (leaf.kind === 'condition') (isNegated ? group.excluded : group.conditions).push(leaf);
    else (isNegated ? group.excludedWords : group.words).push(leaf);
  }
  return group;
}
