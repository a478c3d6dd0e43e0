import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { loadable } from '../../api/loadable.tsx';
import { queries } from '../../api/queries.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import styles from './bell.module.css';
import { useNotificationText } from './text.ts';

const NotificationList = loadable(async () => (await import('./list.tsx')).NotificationList);

/** Polling interval in milliseconds; the end of a job refreshes at once. */
const POLL_MS = 20_000;
const COUNT_MAX = 99;

/** Notification button with the unread count. */
export function Bell() {
  const t = useNotificationText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...queries.unreadCount, refetchInterval: POLL_MS });
  const count = data?.count ?? 0;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <span className={styles.bell}>
        <Popover.Trigger asChild>
          <IconButton icon={BellIcon} label={count > 0 ? t('unread', { count }) : t('open')} />
        </Popover.Trigger>
        {count > 0 && (
          <span aria-hidden className={styles.count}>
            {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
          </span>
        )}
      </span>
      <Popover.Portal>
        <Popover.Content
          className={styles.panel}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('title')}
        >
          <NotificationList onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
