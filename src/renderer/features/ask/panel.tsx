import { MessageCircleQuestion, SendHorizontal, Square, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatMode } from '../../../contract/chat.ts';
import type { Segment } from '../../../contract/segment.ts';
import type { Video } from '../../../contract/video.ts';
import { useHasResults } from '../../api/live-jobs.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useExpandSheet } from '../../ui/layout/bottom-sheet.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { position } from '../../ui/lib/use-formats.ts';
import styles from './ask.module.css';
import { Message, Writing } from './message.tsx';
import { SessionBar } from './session-bar.tsx';
import { suggestQuestions } from './suggestions.ts';
import { useAskText } from './text.ts';
import { useChat } from './use-chat.ts';

export interface AskPanelProps {
  video: Video;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  /** Range of the video to ask about, in seconds. */
  range: { start: number; end: number } | null;
  onRangeUsed(): void;
  onSeek(seconds: number): void;
}

/** Chat about one video, answered from its findings. */
export function AskPanel({ video, segments, stillUrl, range, onRangeUsed, onSeek }: AskPanelProps) {
  const t = useAskText();
  const chat = useChat(video.job_id);
  const hasResults = useHasResults(video);
  const raiseSheet = useExpandSheet();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ChatMode>('vector');
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const suggestions = useMemo(() => suggestQuestions(segments, t), [segments, t]);
  const { messages, pending } = chat;
  const isAsking = pending !== null && pending.error === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the latest message
  useEffect(() => {
    // Newer engines return a promise here, which an effect must not.
    void end.current?.scrollIntoView({ block: 'end' });
  }, [messages.length, pending]);
  useEffect(() => {
    if (range) field.current?.focus();
  }, [range]);

  if (!hasResults) {
    return <EmptyState icon={MessageCircleQuestion} title={t('notReady.title')} text={t('notReady.text')} />;
  }
  const send = (question: string) => {
    if (question.trim() === '' || isAsking) return;
    const about = range ? ` (${t('range', { start: position(range.start), end: position(range.end) })})` : '';
    setText('');
    onRangeUsed();
    void chat.ask(question.trim() + about, mode).then((answered) => {
      // A stopped question returns to the field for editing, unless it has new text.
      if (!answered) setText((now) => now || question);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(text);
  };
  const parts = { segments, stillUrl, onSeek };
  const isEmpty = messages.length === 0 && !pending && !chat.isLoading;
  const rangeText = range ? `${position(range.start)}–${position(range.end)}` : '';
  return (
    <div className={styles.panel}>
      <SessionBar chat={chat} mode={mode} setMode={setMode} />
      <div className={styles.scroller}>
        {isEmpty ? (
          <EmptyState
            icon={MessageCircleQuestion}
            title={t('empty.title')}
            text={t('empty.text')}
            action={suggestions.map((question) => (
              <Button key={question} onClick={() => send(question)}>
                {question}
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
            <li ref={end} aria-hidden />
          </ol>
        )}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        {range && (
          <span className={styles.range}>
            {t('field.range', { range: rangeText })}
            <IconButton icon={X} size="small" label={t('range.clear')} onClick={onRangeUsed} />
          </span>
        )}
        <div className={styles.fieldRow}>
          <textarea
            ref={field}
            className={styles.field}
            dir="auto"
            rows={1}
            maxLength={4000}
            aria-label={t('field')}
            placeholder={t('field')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            // On a phone, the player leaves too little room to read an answer.
            onFocus={raiseSheet}
          />
          {isAsking ? (
            <IconButton icon={Square} label={t('stop')} onClick={chat.stop} />
          ) : (
            <IconButton icon={SendHorizontal} look="primary" type="submit" label={t('send')} disabled={!text.trim()} />
          )}
        </div>
      </form>
    </div>
  );
}
