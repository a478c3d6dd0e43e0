import { useQuery } from '@tanstack/react-query';
import { Bell, Check, CheckCheck, CircleAlert, CircleCheck, Info, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Notification, NotificationType } from '../../../contract/sharing/notifications.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate, patchQuery } from '../../api/query-client.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { errorText, useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { groupNotifications } from './group.ts';
import styles from './list.module.css';
import { useNotificationText } from './text.ts';

const SIGNS = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
} as const satisfies Record<NotificationType, unknown>;

/** Notifications, newest first. */
export function NotificationList({ onClose }: { onClose(): void }) {
  const t = useNotificationText();
  const { data, error, refetch } = useQuery(queries.notifications);

  const act = async (run: () => Promise<unknown>, update: (list: Notification[]) => Notification[]) => {
    patchQuery(queries.notifications, update);
    try {
      await run();
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    invalidate(['notifications']);
  };
  const markRead = (isMeant: (one: Notification) => boolean) => (list: Notification[]) =>
    list.map((one) => (isMeant(one) ? { ...one, is_read: 1 as const } : one));

  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const each = async (group: readonly Notification[], run: (one: Notification) => Promise<void>) => {
    for (const one of group) await run(one);
  };

  const read = ({ id }: Notification) =>
    act(
      () => api.notifications.read(id),
      markRead((one) => one.id === id),
    );
  const remove = ({ id }: Notification) =>
    act(
      () => api.notifications.remove(id),
      (list) => list.filter((one) => one.id !== id),
    );
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <Button
          size="small"
          look="quiet"
          icon={CheckCheck}
          disabled={!data?.some((one) => one.is_read === 0)}
          onClick={() =>
            void act(
              api.notifications.readAll,
              markRead(() => true),
            )
          }
        >
          {t('readAll')}
        </Button>
      </header>
      <div className={styles.scroller}>
        {error && !data && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton className={styles.skeleton} />}
        {data?.length === 0 && <EmptyState icon={Bell} title={t('title')} text={t('empty.text')} />}
        <ul>
          {groupNotifications(data ?? []).map((group) =>
            group.length > 1 && !opened.has(group.at(-1)!.id) ? (
              <GroupRow
                key={`group-${group.at(-1)!.id}`}
                group={group}
                // Its oldest one stays while others arrive.
                onOpen={() => setOpened(new Set(opened).add(group.at(-1)!.id))}
                onRead={() =>
                  void each(
                    group.filter((one) => one.is_read === 0),
                    read,
                  )
                }
                onRemove={() => void each(group, remove)}
              />
            ) : (
              group.map((one) => (
                <Row
                  key={one.id}
                  one={one}
                  onRead={() => void read(one)}
                  onRemove={() => void remove(one)}
                  onClose={onClose}
                />
              ))
            ),
          )}
        </ul>
      </div>
    </>
  );
}

/** Several notifications of one kind; a click lists them. */
function GroupRow({
  group,
  onOpen,
  onRead,
  onRemove,
}: {
  group: readonly Notification[];
  onOpen(): void;
  onRead(): void;
  onRemove(): void;
}) {
  const t = useNotificationText();
  const formats = useFormats();
  const messages = useMessages();
  const [newest] = group;
  const { type, title, texts, created_at } = newest!;
  const Sign = SIGNS[type];
  const isUnread = group.some((one) => one.is_read === 0);
  const name = messages.text(texts?.title, title);
  return (
    <li className={cx(styles.row, isUnread && styles.unread)}>
      <Sign size={16} strokeWidth={1.75} className={cx(styles.sign, styles[type])} aria-label={t(`type.${type}`)} />
      <button type="button" className={styles.text} aria-expanded={false} onClick={onOpen}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.message}>{t('group', { count: group.length })}</span>
        <span className={styles.when}>{formats.ago(created_at)}</span>
      </button>
      {isUnread && <span className="visually-hidden">{t('isUnread')}</span>}
      <span className={styles.actions}>
        {isUnread && <IconButton size="small" icon={Check} label={`${t('read')}: ${name}`} onClick={onRead} />}
        <IconButton size="small" icon={Trash2} label={`${t('delete')}: ${name}`} onClick={onRemove} />
      </span>
    </li>
  );
}

/** Isolates the text direction of quoted names from that of the sentence. */
function Message({ text }: { text: string }) {
  return text.split(/(?<=[“„])([^“”„]+)(?=[”“])/).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    i % 2 === 1 ? <bdi key={i}>{part}</bdi> : part,
  );
}

function Row({
  one,
  onRead,
  onRemove,
  onClose,
}: {
  one: Notification;
  onRead(): void;
  onRemove(): void;
  onClose(): void;
}) {
  const t = useNotificationText();
  const formats = useFormats();
  const messages = useMessages();
  const Sign = SIGNS[one.type];
  const isUnread = one.is_read === 0;
  const text = (
    <>
      <span className={styles.name} dir="auto">
        {messages.text(one.texts?.title, one.title)}
      </span>
      <span className={styles.message}>
        <Message text={messages.text(one.texts?.message, one.message)} />
      </span>
      <span className={styles.when}>{formats.ago(one.created_at)}</span>
    </>
  );
  return (
    <li className={cx(styles.row, isUnread && styles.unread)}>
      <Sign
        size={16}
        strokeWidth={1.75}
        className={cx(styles.sign, styles[one.type])}
        aria-label={t(`type.${one.type}`)}
      />
      {one.job_id === null ? (
        <span className={styles.text}>{text}</span>
      ) : (
        <Link
          href={`/videos/${one.job_id}${one.texts?.title.key === 'comment.title' ? '?tab=moments' : ''}`}
          className={styles.text}
          onClick={() => {
            if (isUnread) onRead();
            onClose();
          }}
        >
          {text}
        </Link>
      )}
      {isUnread && <span className="visually-hidden">{t('isUnread')}</span>}
      <span className={styles.actions}>
        {isUnread && <IconButton size="small" icon={Check} label={`${t('read')}: ${one.title}`} onClick={onRead} />}
        <IconButton size="small" icon={Trash2} label={`${t('delete')}: ${one.title}`} onClick={onRemove} />
      </span>
    </li>
  );
}
