/** Part of a line of Markdown. Links lead to `http:` and `https:` only. */
export type MarkdownInline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** Block of Markdown; `lines` has one entry per line of a paragraph or quote, and one per item of a list. */
export interface MarkdownBlock {
  kind: 'paragraph' | 'heading' | 'quote' | 'bullets' | 'numbers';
  lines: MarkdownInline[][];
}

const HEADING = /^#{1,6}\s/;
const QUOTE = /^>\s?/;
const BULLET = /^\s{0,8}[-*+•]\s/;
const NUMBER = /^\s{0,8}\d{1,3}[.)]\s/;
const INLINE =
  /`([^`\n]{1,500})`|\*\*([^*\n]{1,500})\*\*|(?<![\p{L}\p{N}*])[*_]([^*_\s][^*_\n]{0,500})[*_](?![\p{L}\p{N}])|\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,500})\)|(https?:\/\/[^\s<>()[\]"']{1,500})/gu;

/**
 * Parses the Markdown of notes: headings, paragraphs, quotes, lists, emphasis, code, and links. Everything else, such
 * as HTML and images, is text. Accepts any text. Pure.
 */
export function readMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let last: MarkdownBlock | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      last = undefined;
      continue;
    }
    const [kind, mark] = kindOf(line);
    if (last?.kind !== kind || kind === 'heading') {
      last = { kind, lines: [] };
      blocks.push(last);
    }
    last.lines.push(readInline(mark ? line.replace(mark, '').trim() : line.trim()));
  }
  return blocks;
}

/** The text of Markdown on one line without its marks, for a preview. Pure. */
export function markdownText(text: string): string {
  return readMarkdown(text)
    .flatMap(({ lines }) => lines.map((line) => line.map((part) => part.text).join('')))
    .join(' ');
}

function kindOf(line: string): [MarkdownBlock['kind'], RegExp?] {
  if (HEADING.test(line)) return ['heading', HEADING];
  if (QUOTE.test(line)) return ['quote', QUOTE];
  if (BULLET.test(line)) return ['bullets', BULLET];
  return NUMBER.test(line) ? ['numbers', NUMBER] : ['paragraph'];
}

function readInline(line: string): MarkdownInline[] {
  const parts: MarkdownInline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, label, target, url] = match;
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) });
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    else parts.push({ kind: 'link', text: label ?? url!, href: target ?? url! });
    end = match.index + whole.length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}
