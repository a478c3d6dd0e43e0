import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ChatMessage } from '../../../contract/search/chat.ts';
import { Button } from '../../ui/controls/button.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './ask.module.css';
import { Message, type MessageParts, readMetadata, Writing } from './message.tsx';
import { useAskText } from './text.ts';
import type { Chat } from './use-chat.ts';

interface MessagesProps {
  chat: Chat;
  parts: MessageParts;
  /** Asks a question again that failed. */
  onRetry(question: string): void;
}

/** Messages of a chat, and the question that is being answered; the latest stays in view. */
export function Messages({ chat: { messages, pending }, parts, onRetry }: MessagesProps) {
  const t = useAskText();
  const end = useRef<HTMLLIElement>(null);
  const isAsking = pending !== null && pending.error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the latest message
  useEffect(() => {
    // Newer engines return a promise here, which an effect must not.
    void end.current?.scrollIntoView({ block: 'end' });
  }, [messages.length, pending]);
  return (
    <ol className={styles.messages} aria-live="polite">
      {messages.map((message) => (
        <Message key={message.id} message={message} {...parts} />
      ))}
      {pending && <Message message={{ role: 'user', content: pending.question, metadata: null }} {...parts} />}
      {isAsking &&
        (pending.text === '' ? (
          <li className={styles.waiting} role="status">
            {t('thinking')}
          </li>
        ) : (
          <Writing text={pending.text} />
        ))}
      {pending?.error && (
        <li className={styles.failed} role="alert">
          {t('failed', { reason: errorText(pending.error) })}
          <Button size="small" onClick={() => onRetry(pending.question)}>
            {t('retry')}
          </Button>
        </li>
      )}
      {!pending && offersModel(messages.at(-1)) && (
        <li className={styles.offer}>
          {t('offer')} <Link href="/settings/ollama">{t('offer.connect')}</Link>
        </li>
      )}
      <li ref={end} aria-hidden />
    </ol>
  );
}

/** Whether no language model is connected that could write a better answer. */
function offersModel(message: ChatMessage | undefined): boolean {
  const metadata = message ? readMetadata(message.metadata) : null;
  const wasAsked = metadata?.fallback_reason !== null || metadata.unsupported > 0;
  return metadata?.extractive === true && metadata.kind !== 'computed' && !wasAsked;
}
