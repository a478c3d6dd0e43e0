import type { EventGroup } from '../../../contract/library/event-groups.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import styles from './page.module.css';
import { useEventText } from './text.ts';

/** Progress of the comparison, its failure, or that nothing was found or compared; nothing otherwise. */
export function SyncState({ event, onSync, onCancel }: { event: EventGroup; onSync(): void; onCancel(): void }) {
  const t = useEventText();
  const messages = useMessages();
  const again = (
    <Button size="small" onClick={onSync}>
      {t('sync')}
    </Button>
  );
  if (event.status === 'syncing') {
    return (
      <div className={styles.part} role="status">
        <p>{t('sync.progress', { count: event.recordings.length })}</p>
        <Progress value={event.progress} label={t('syncing')} />
        <div>
          <Button size="small" onClick={onCancel}>
            {t('sync.cancel')}
          </Button>
        </div>
      </div>
    );
  }
  if (event.status === 'failed') {
    return (
      <div className={styles.part}>
        <Notice tone="bad" title={t('failed')} action={again}>
          {event.error && messages.text(event.error.text, event.error.message)}
        </Notice>
      </div>
    );
  }
  const isCompared = event.recordings.every(({ offset, left_out }) => offset !== null || left_out !== null);
  if (isCompared && event.recordings.some(({ offset }) => offset !== null)) return null;
  return (
    <div className={styles.part}>
      <Notice title={t(isCompared ? 'none.title' : 'notSynced.title')} action={again}>
        {t(isCompared ? 'none.text' : 'notSynced.text')}
      </Notice>
    </div>
  );
}
