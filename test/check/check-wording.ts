import { parseSync } from 'vite';
import { WORDING_KINDS, type WordingKind, type WordingRule } from './wording-rules.ts';

/** A banned phrase in a file. */
export interface WordingViolation {
  /** From 1. */
  line: number;
  /** The phrase as found. */
  found: string;
  instead: string;
}

/** A part of a file; as long as in the file, so that positions agree. */
interface Piece {
  kind: WordingKind;
  text: string;
  start: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const CODE = /\.[cm]?[jt]sx?$/;
/** A line of a comment, which the formatter leaves as long as it is. */
const COMMENT_LINE = /^[ \t]*(?:\/\/|\/?\*).*$/gm;
const MAX_COLUMNS = 120;

/**
 * Finds banned phrases in a file's comments, strings, identifiers, and prose. German texts are left out: files below a
 * folder `de`, and properties `de` in code.
 * @param fileName decides how the text is read: code is parsed, Markdown loses its code, everything else is prose
 * @throws Error when code does not parse
 */
export function checkWording(
  fileName: string,
  source: string,
  rules: readonly WordingRule[],
  allowed: readonly string[] = [],
): WordingViolation[] {
  if (/(^|\/)de(\/|\.\w+$)/.test(fileName)) return [];
  const pieces = CODE.test(fileName) ? codePieces(fileName, source) : [document(fileName, source)];
  const search = searches.get(rules) ?? createSearches(rules);
  searches.set(rules, search);
  const names = allowed.length > 0 ? new RegExp(allowed.join('|'), 'gi') : undefined;
  const violations: (WordingViolation & { at: number })[] = [];
  for (const { kind, text, start } of pieces) {
    const searched = names ? text.replace(names, blank) : text;
    for (const { index, found, instead } of search[kind](searched)) {
      const at = start + index;
      violations.push({ at, line: source.slice(0, at).split('\n').length, found, instead });
    }
  }
  for (const { 0: line, index: at } of CODE.test(fileName) ? source.matchAll(COMMENT_LINE) : []) {
    if (line.length <= MAX_COLUMNS) continue;
    const number = source.slice(0, at).split('\n').length;
    violations.push({ at, line: number, found: `${line.length} columns`, instead: `at most ${MAX_COLUMNS}` });
  }
  return violations.sort((a, b) => a.at - b.at).map(({ line, found, instead }) => ({ line, found, instead }));
}

/** Searches by rules: compiling their expressions takes longer than a file. */
const searches = new WeakMap<readonly WordingRule[], Record<WordingKind, Search>>();

function createSearches(rules: readonly WordingRule[]): Record<WordingKind, Search> {
  const entries = WORDING_KINDS.map((kind) => [kind, createSearch(rules.filter((rule) => rule.kinds.includes(kind)))]);
  return Object.fromEntries(entries);
}

type Search = (text: string) => { index: number; found: string; instead: string }[];

/**
 * All rules in one regular expression, a group for each: a search for each rule would take seconds over the project.
 */
function createSearch(rules: readonly WordingRule[]): Search {
  if (rules.length === 0) return () => [];
  const groups = rules.map(({ pattern }, index) => `(?<rule${index}>${pattern.replaceAll(' ', '\\s+')})`);
  const all = new RegExp(groups.join('|'), 'gi');
  const find: Search = (text) =>
    [...text.matchAll(all)].map(({ index, groups, 0: match }) => {
      const rule = rules.findIndex((_, number) => groups![`rule${number}`] !== undefined);
      // A pattern may reach over the comment's marker before the phrase.
      const lead = match.length - match.trimStart().length;
      return { index: index + lead, found: match.trim().replace(/\s+/g, ' '), instead: rules[rule]!.instead };
    });
  // Names repeat: the same 30,000 stand in 600,000 places.
  const known = new Map<string, ReturnType<Search>>();
  return (text) => {
    const result = known.get(text) ?? find(text);
    if (text.length < 40) known.set(text, result);
    return result;
  };
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Names in backticks are quoted, and the terms that the glossary replaces are what it is for. */
function document(fileName: string, source: string): Piece {
  if (!fileName.endsWith('.md')) return { kind: 'document', text: source, start: 0 };
  const text = source
    .replace(/^```.*?^```/gms, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\bNot: [^|]*/g, blank);
  return { kind: 'document', text, start: 0 };
}

function codePieces(fileName: string, source: string): Piece[] {
  const { program, comments, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]!.message}`);
  const pieces: Piece[] = [];
  const german: Node[] = [];
  const add = (kind: WordingKind, { start, end }: { start: number; end: number }) =>
    pieces.push({ kind, text: source.slice(start, end), start });
  walk(program as unknown as Node, (node) => {
    switch (node.type) {
      case 'Property':
        if ((node.key as Node)['name'] !== 'de') return true;
        german.push(node);
        return false;
      case 'Literal':
        // A single word is a value, of the wire for instance; its spelling counts all the same.
        if (typeof node['value'] === 'string') add(/\s/.test(node['value']) ? 'string' : 'identifier', node);
        return true;
      case 'TemplateElement':
      case 'JSXText':
        add('string', node);
        return true;
      case 'Identifier':
      case 'JSXIdentifier':
      case 'PrivateIdentifier':
        pieces.push({ kind: 'identifier', text: String(node['name']), start: node.start });
        return true;
      default:
        return true;
    }
  });
  const isGerman = ({ start }: Piece) => german.some((node) => start >= node.start && start < node.end);
  return [...pieces, ...commentPieces(source, comments)].filter((piece) => !isGerman(piece));
}

/** Comments, line comments that follow each other as one; without their markers and the names in backticks. */
function commentPieces(source: string, comments: readonly { type: string; start: number; end: number }[]): Piece[] {
  const merged: { type: string; start: number; end: number }[] = [];
  for (const comment of comments) {
    const last = merged.at(-1);
    const follows = last && last.type === 'Line' && comment.type === 'Line';
    if (follows && /^\r?\n[ \t]*$/.test(source.slice(last.end, comment.start))) last.end = comment.end;
    else merged.push({ ...comment });
  }
  return merged.map(({ start, end }) => {
    const text = source
      .slice(start, end)
      .replace(/(?<=\n)[ \t]*(\*(?!\/)|\/\/)/g, blank)
      .replace(/`[^`\n]+`/g, blank);
    return { kind: 'comment', text, start };
  });
}

/** @param visit called for every node; returns whether to descend */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, visit);
    }
  }
}
