import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChatSession } from '../../../contract/search/chat.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm, Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './deleted-chats.module.css';
import { Message } from './message.tsx';
import { useAskText } from './text.ts';

/** Chats about deleted videos, to be read and deleted. */
export function DeletedChats({ onClose }: { onClose(): void }) {
  const t = useAskText();
  const formats = useFormats();
  const { data: sessions, error, refetch } = useQuery(queries.deletedChats);
  const [shown, setShown] = useState<ChatSession | null>(null);
  const [deleting, setDeleting] = useState<ChatSession | null>(null);
  const remove = async ({ id }: ChatSession) => {
    try {
      await api.chat.remove(id);
      invalidate(queries.deletedChats.queryKey);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  return (
    <>
      <Dialog
        onClose={onClose}
        title={shown ? shown.title : t('deleted.title')}
        {...(!shown && { description: t('deleted.about') })}
        {...(shown && {
          actions: (
            <Button icon={ArrowLeft} onClick={() => setShown(null)}>
              {t('deleted.back')}
            </Button>
          ),
        })}
      >
        {error && !sessions && <ErrorState error={error} onRetry={refetch} />}
        {!sessions && !error && <Skeleton className={styles.skeleton} />}
        {shown && <Conversation session={shown} />}
        {!shown && sessions?.length === 0 && <p className={styles.facts}>{t('deleted.none')}</p>}
        {!shown && sessions && sessions.length > 0 && (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <li key={session.id} className={styles.row}>
                <button type="button" className={styles.chat} onClick={() => setShown(session)}>
                  <span dir="auto" className={styles.name}>
                    {session.title}
                  </span>
                  <span dir="auto" className={styles.facts}>
                    {session.video_name} · {formats.date(session.updated_at)}
                  </span>
                </button>
                <IconButton
                  icon={Trash2}
                  label={t('deleted.remove', { title: session.title })}
                  onClick={() => setDeleting(session)}
                />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('remove.title')}
        description={t('deleted.remove.text')}
        confirm={t('remove.confirm')}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </>
  );
}

function Conversation({ session }: { session: ChatSession }) {
  const t = useAskText();
  const { data: messages, error, refetch } = useQuery(queries.chatMessages(session.id));
  if (error && !messages) return <ErrorState error={error} onRetry={refetch} />;
  if (!messages) return <Skeleton className={styles.skeleton} />;
  return (
    <>
      <Notice>{t('deleted.notice', { name: session.video_name ?? '' })}</Notice>
      <ol className={styles.messages}>
        {messages.map((message) => (
          <Message key={message.id} message={message} sourcesOf={() => []} onSeek={null} />
        ))}
      </ol>
    </>
  );
}
