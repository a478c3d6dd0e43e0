import { type MarkdownInline, readMarkdown } from '../texts/markdown.ts';
import { escapeMarkup } from './markers.ts';

/** Markdown of a note as HTML; everything in it is escaped. Pure. */
export function markdownHtml(text: string): string {
  return readMarkdown(text)
    .map(({ kind, lines }) => {
      const parts = lines.map((line) => line.map(inline).join(''));
      if (kind === 'bullets' || kind === 'numbers') {
        const list = kind === 'bullets' ? 'ul' : 'ol';
        return `<${list} dir="auto">${parts.map((part) => `<li>${part}</li>`).join('')}</${list}>`;
      }
      if (kind === 'quote') return `<blockquote dir="auto">${parts.join('<br>')}</blockquote>`;
      return `<p dir="auto"${kind === 'heading' ? ' class="heading"' : ''}>${parts.join('<br>')}</p>`;
    })
    .join('');
}

function inline(part: MarkdownInline): string {
  const text = escapeMarkup(part.text);
  if (part.kind === 'strong') return `<strong>${text}</strong>`;
  if (part.kind === 'emphasis') return `<em>${text}</em>`;
  if (part.kind === 'code') return `<code>${text}</code>`;
  if (part.kind === 'link') return `<a href="${escapeMarkup(part.href)}" rel="noreferrer">${text}</a>`;
  return text;
}
