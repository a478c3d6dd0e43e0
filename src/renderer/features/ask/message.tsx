import { useMemo } from 'react';
import type { ChatMessage, ChatMetadata } from '../../../contract/chat.ts';
import type { Segment } from '../../../contract/segment.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { type Inline, readAnswer } from './answer-text.ts';
import styles from './ask.module.css';
import { Sources } from './sources.tsx';
import { useAskText } from './text.ts';

/** A question, or an answer with its times as buttons and its sources. */
export function Message({
  message,
  segments,
  stillUrl,
  onSeek,
}: {
  message: Pick<ChatMessage, 'role' | 'content' | 'metadata'>;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  onSeek(seconds: number): void;
}) {
  const t = useAskText();
  const messages = useMessages();
  const metadata = useMemo(() => readMetadata(message.metadata), [message.metadata]);
  if (message.role === 'user') {
    return (
      <li className={styles.question}>
        <span className="visually-hidden">{t('you')}</span>
        <p dir="auto">{message.content}</p>
      </li>
    );
  }
  return (
    <li className={styles.answer}>
      <span className="visually-hidden">{t('answer')}</span>
      <Answer text={message.content} onSeek={onSeek} />
      {metadata && <Sources metadata={metadata} segments={segments} stillUrl={stillUrl} onSeek={onSeek} />}
      {metadata && <p className={styles.basis}>{basisOf(metadata, t)}</p>}
      {metadata?.fallback_reason && (
        <p className={styles.basis}>
          {t('basis.fallback', { reason: messages.text(metadata.fallback_text, metadata.fallback_reason) })}
        </p>
      )}
      {!!metadata?.times_removed && (
        <p className={styles.basis}>{t('basis.removed', { count: metadata.times_removed })}</p>
      )}
    </li>
  );
}

/** An answer in progress, as plain text: its times are not verified yet. */
export function Writing({ text }: { text: string }) {
  const t = useAskText();
  return (
    // Announced when complete, not word by word.
    <li className={styles.answer} aria-busy aria-live="off">
      <p dir="auto" className={styles.writing}>
        {text}
      </p>
      <p className={styles.basis}>{t('writing')}</p>
    </li>
  );
}

function Answer({ text, onSeek }: { text: string; onSeek(seconds: number): void }) {
  const blocks = useMemo(() => readAnswer(text), [text]);
  // The text never changes, so positions are stable keys.
  return blocks.map((block, i) =>
    block.kind === 'list' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <ul key={i} className={styles.points}>
        {block.lines.map((line, j) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={j} dir="auto">
            <Line pieces={line} onSeek={onSeek} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <p key={i} dir="auto">
        <Line pieces={block.lines[0]!} onSeek={onSeek} />
      </p>
    ),
  );
}

function Line({ pieces, onSeek }: { pieces: readonly Inline[]; onSeek(seconds: number): void }) {
  return pieces.map((piece, i) => {
    if (piece.kind === 'text') return piece.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
    if (piece.kind !== 'time') return <strong key={i}>{piece.text}</strong>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
      <button key={i} type="button" className={styles.time} onClick={() => onSeek(piece.seconds)}>
        {position(piece.seconds)}
      </button>
    );
  });
}

function basisOf(metadata: ChatMetadata, t: ReturnType<typeof useAskText>): string {
  const { segments_used: count, extractive, engine } = metadata;
  if (count === 0) return t('basis.none');
  return extractive ? t('basis.extractive', { count }) : t('basis.model', { count, engine });
}

/** Messages posted by API clients may contain any JSON. */
function readMetadata(text: string | null): ChatMetadata | null {
  if (text === null) return null;
  const value = JSON.parse(text) as Partial<ChatMetadata> | null;
  return value && Array.isArray(value.citations) && typeof value.segments_used === 'number'
    ? (value as ChatMetadata)
    : null;
}
