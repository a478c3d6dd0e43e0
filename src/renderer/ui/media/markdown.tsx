import { type ReactNode, useMemo } from 'react';
import { type MarkdownBlock, type MarkdownInline, readMarkdown } from '../../../core/texts/markdown.ts';
import { cx } from '../lib/classes.ts';
import styles from './markdown.module.css';

/** Formatted Markdown of a note; never HTML of its own. */
export function Markdown({ text, className }: { text: string; className?: string | undefined }) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return (
    <div dir="auto" className={cx(styles.markdown, className)}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <Block key={i} block={block} />
      ))}
    </div>
  );
}

function Block({ block: { kind, lines } }: { block: MarkdownBlock }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
  const items = () => lines.map((line, i) => <li key={i}>{line.map(inline)}</li>);
  if (kind === 'bullets') return <ul>{items()}</ul>;
  if (kind === 'numbers') return <ol>{items()}</ol>;
  const content = lines.flatMap((line, i) => [...(i > 0 ? ['\n'] : []), ...line.map(inline)]);
  if (kind === 'quote') return <blockquote>{content}</blockquote>;
  return <p className={cx(kind === 'heading' && styles.heading)}>{content}</p>;
}

function inline(part: MarkdownInline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
      return <strong key={key}>{part.text}</strong>;
    case 'emphasis':
      return <em key={key}>{part.text}</em>;
    case 'code':
      return <code key={key}>{part.text}</code>;
    case 'link':
      return (
        <a key={key} href={part.href} target="_blank" rel="noreferrer noopener">
          {part.text}
        </a>
      );
  }
}
