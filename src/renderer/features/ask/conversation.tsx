import { MessageCircleQuestion, SendHorizontal, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import type { ChatMode } from '../../../contract/search/chat.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useExpandSheet } from '../../ui/layout/bottom-sheet.tsx';
import styles from './ask.module.css';
import type { MessageParts } from './message.tsx';
import { Messages } from './messages.tsx';
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

/** Messages of a chat, with the field for the next question. */
export function Conversation({ chat, parts, title, text, suggestions, draft, condition, ...rest }: ConversationProps) {
  const t = useAskText();
  const raiseSheet = useExpandSheet();
  const [question, setQuestion] = useState(draft ?? '');
  const [mode, setMode] = useState<ChatMode>('vector');
  const { messages, pending } = chat;
  const isAsking = pending !== null && pending.error === null;
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
          <Messages chat={chat} parts={parts} onRetry={(asked) => void chat.ask(asked, mode)} />
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
