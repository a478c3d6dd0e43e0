import { type MessageRef, message } from '../../contract/message.ts';
import { readCameraValue } from './camera.ts';
import type { FindingField, VideoField } from './fields.ts';
import { hint, type QueryHint } from './hints.ts';
import { type QueryToken, readTokens } from './tokens.ts';
import { readDate, readDistance } from './values.ts';

interface Leaf {
  start: number;
  end: number;
}

/** Words without a field. */
export type WordsLeaf = Leaf & { kind: 'words'; text: string; isPhrase: boolean; isRequired: boolean };
/** Condition on a finding: its text, or the speaker of a line; or a person on screen. */
export type ConditionLeaf = Leaf & {
  kind: 'condition';
  field: FindingField | 'speaker' | 'person';
  value: string;
  isPhrase: boolean;
};
/** Condition on a video. */
export type VideoLeaf = Leaf & { kind: 'video'; field: VideoField; value: string };
/** Distance of findings that belong together, in seconds; infinite: anywhere in the video. */
type WithinLeaf = Leaf & { kind: 'within'; seconds: number };

export type QueryLeaf = WordsLeaf | ConditionLeaf | VideoLeaf | WithinLeaf;

/** A search text as a tree. */
export type QueryNode =
  | QueryLeaf
  | { kind: 'and' | 'or'; parts: readonly QueryNode[] }
  | { kind: 'not'; part: QueryNode };

/**
 * Parses a search text. Every text is valid: a field with an invalid value, an operator without an operand, and an
 * unpaired parenthesis are words or nothing, with a hint where that may surprise. AND binds closer than OR, and is
 * between parts without an operator.
 */
export function parseTree(text: string): { tree: QueryNode; hints: QueryHint[] } {
  const parser = new Parser(readTokens(text));
  const tree = parser.alternatives(0);
  return { tree, hints: parser.hints };
}

/** Deeper parentheses and negations are left out; no question needs them. */
const MAX_DEPTH = 16;

class Parser {
  readonly hints: QueryHint[] = [];
  readonly #tokens: readonly QueryToken[];
  #at = 0;

  constructor(tokens: readonly QueryToken[]) {
    this.#tokens = tokens;
  }

  alternatives(depth: number): QueryNode {
    const parts = [this.#sequence(depth)];
    while (this.#peek()?.kind === 'or') {
      this.#at++;
      parts.push(this.#sequence(depth));
    }
    const filled = parts.filter((part) => !isEmpty(part));
    return filled.length === 1 ? filled[0]! : { kind: 'or', parts: filled };
  }

  #sequence(depth: number): QueryNode {
    const parts: QueryNode[] = [];
    let isJoined = false;
    for (let token = this.#peek(); token && token.kind !== 'or'; token = this.#peek()) {
      if (token.kind === 'close' && depth > 0) break;
      if (token.kind === 'and') {
        this.#at++;
        isJoined = parts.length > 0;
        continue;
      }
      const part = this.#operand(depth);
      if (!part || isEmpty(part)) continue;
      const before = parts.at(-1);
      if (isJoined && before?.kind === 'words') parts[parts.length - 1] = { ...before, isRequired: true };
      parts.push(isJoined && part.kind === 'words' ? { ...part, isRequired: true } : part);
      isJoined = false;
    }
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  #operand(depth: number): QueryNode | undefined {
    const token = this.#tokens[this.#at++]!;
    switch (token.kind) {
      case 'minus':
      case 'not': {
        const next = this.#peek();
        if (!next || next.kind === 'or' || next.kind === 'and' || next.kind === 'close') return undefined;
        if (depth >= MAX_DEPTH) return undefined;
        const part = this.#operand(depth + 1);
        return part && !isEmpty(part) ? { kind: 'not', part } : undefined;
      }
      case 'open': {
        if (depth >= MAX_DEPTH) return undefined;
        const group = this.alternatives(depth + 1);
        if (this.#peek()?.kind === 'close') this.#at++;
        else this.hints.push(hint(message('query.unclosed'), token));
        return group;
      }
      case 'words':
        return { kind: 'words', isRequired: false, ...pick(token), text: token.text, isPhrase: token.isPhrase };
      case 'field':
        return this.#field(token);
      default:
        return undefined;
    }
  }

  #field(token: QueryToken & { kind: 'field' }): QueryLeaf {
    const { field, value, isPhrase } = token;
    const place = pick(token);
    const asWords = (text: MessageRef): WordsLeaf => {
      this.hints.push(hint(text, token));
      return { kind: 'words', ...place, text: value, isPhrase, isRequired: false };
    };
    switch (field) {
      case 'within': {
        const seconds = readDistance(value);
        return seconds === undefined
          ? asWords(message('query.no-distance', { value }))
          : { kind: 'within', ...place, seconds };
      }
      case 'from':
      case 'to':
        return readDate(value)
          ? { kind: 'video', ...place, field, value }
          : asWords(message('query.no-date', { value }));
      case 'in':
        return { kind: 'video', ...place, field, value };
      case 'camera':
        return readCameraValue(value)
          ? { kind: 'condition', ...place, field, value, isPhrase: false }
          : asWords(message('query.no-camera', { value }));
      default:
        return { kind: 'condition', ...place, field, value, isPhrase };
    }
  }

  #peek(): QueryToken | undefined {
    return this.#tokens[this.#at];
  }
}

function pick({ start, end }: Leaf): Leaf {
  return { start, end };
}

function isEmpty(node: QueryNode): boolean {
  return (node.kind === 'and' || node.kind === 'or') && node.parts.length === 0;
}
