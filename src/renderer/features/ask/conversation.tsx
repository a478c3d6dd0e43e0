import { MessageCircleQuestion, SendHorizontal, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ChatMessage, ChatMode } from '../../../contract/search/chat.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useExpandSheet } from '../../ui/layout/bottom-sheet.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './ask.module.css';
import { Message, type MessageParts, readMetadata, Writing } from './message.tsx';
import { SessionBar } from './session-bar.tsx';
import { useAskText } from './text.ts';
import type { Chat } from './use-chat.ts';

export interface ConversationProps {
  chat: Chat;
  parts: MessageParts;
  /** Name of the field, and title of an empty chat. */
  title: string;
  text: string;
  suggestions: readonly string[];
  /** Words in the field at first. */
  draft?: string;
  /** Condition of the next question, shown above the field and added to its words. */
  condition?: { shown: ReactNode; words: string } | null;
  onSent?(): void;
  field?: Ref<HTMLTextAreaElement>;
}

/** Whether no language model is connected that could write a better answer. */
function offersModel(message: ChatMessage | undefined): boolean {
  const metadata = message ? readMetadata(message.metadata) : null;
  const wasAsked = metadata?.fallback_reason !== null || metadata.unsupported > 0;
  return metadata?.extractive === true && metadata.kind !== 'computed' && !wasAsked;
}

/** Messages of a chat, with the field for the next question. */
export function Conversation({ chat, parts, title, text, suggestions, draft, condition, ...rest }: ConversationProps) {
  const t = useAskText();
  const raiseSheet = useExpandSheet();
  const [question, setQuestion] = useState(draft ?? '');
  const [mode, setMode] = useState<ChatMode>('vector');
  const end = useRef<HTMLLIElement>(null);
  const { messages, pending } = chat;
  const isAsking = pending !== null && pending.error === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the latest message
  useEffect(() => {
    // Newer engines return a promise here, which an effect must not.
    void end.current?.scrollIntoView({ block: 'end' });
  }, [messages.length, pending]);

  const send = (words: string) => {
    if (words.trim() === '' || isAsking) return;
    setQuestion('');
    rest.onSent?.();
    void chat.ask(words.trim() + (condition?.words ?? ''), mode).then((answered) => {
      // A stopped question returns to the field for editing, unless it has new text.
      if (!answered) setQuestion((now) => now || words);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(question);
  };
  const isEmpty = messages.length === 0 && !pending && !chat.isLoading;
  return (
    <div className={styles.panel}>
      <SessionBar chat={chat} mode={mode} setMode={setMode} />
      <div className={styles.scroller}>
        {isEmpty ? (
          <EmptyState
            icon={MessageCircleQuestion}
            title={title}
            text={text}
            action={suggestions.map((each) => (
              <Button key={each} onClick={() => send(each)}>
                {each}
              </Button>
            ))}
          />
        ) : (
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
                <Button size="small" onClick={() => void chat.ask(pending.question, mode)}>
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
        )}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(question);
        }}
      >
        {condition?.shown}
        <div className={styles.fieldRow}>
          <textarea
            ref={rest.field}
            className={styles.field}
            dir="auto"
            rows={1}
            maxLength={4000}
            aria-label={title}
            placeholder={title}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            // On a phone, the player leaves too little room to read an answer.
            onFocus={raiseSheet}
          />
          {isAsking ? (
            <IconButton icon={Square} label={t('stop')} onClick={chat.stop} />
          ) : (
            <IconButton
              icon={SendHorizontal}
              look="primary"
              type="submit"
              label={t('send')}
              disabled={!question.trim()}
            />
          )}
        </div>
      </form>
    </div>
  );
}
