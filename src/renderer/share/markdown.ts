import { type MarkdownInline, readMarkdown } from '../../core/texts/markdown.ts';
import { createElement } from './element.ts';

/** Creates the elements of a note in Markdown; never HTML of its own. */
export function createMarkdown(text: string): HTMLElement {
  const blocks = readMarkdown(text).map(({ kind, lines }) => {
    if (kind === 'bullets' || kind === 'numbers') {
      const items = lines.map((line) => createElement('li', {}, ...line.map(inline)));
      return createElement(kind === 'bullets' ? 'ul' : 'ol', {}, ...items);
    }
    const content = lines.flatMap((line, i) => [...(i > 0 ? ['\n'] : []), ...line.map(inline)]);
    if (kind === 'quote') return createElement('blockquote', {}, ...content);
    return createElement('p', kind === 'heading' ? { class: 'strong' } : {}, ...content);
  });
  return createElement('div', { class: 'note', attributes: { dir: 'auto' } }, ...blocks);
}

function inline(part: MarkdownInline): Node | string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
      return createElement('strong', {}, part.text);
    case 'emphasis':
      return createElement('em', {}, part.text);
    case 'code':
      return createElement('code', {}, part.text);
    case 'link':
      return createElement(
        'a',
        { attributes: { href: part.href, target: '_blank', rel: 'noreferrer noopener' } },
        part.text,
      );
  }
}
