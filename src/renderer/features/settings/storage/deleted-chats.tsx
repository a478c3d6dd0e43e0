import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

/** Access to the chats about deleted videos; hidden without any. */
export function DeletedChatsSection() {
  const t = useSettingsText();
  const { data: sessions } = useQuery(queries.deletedChats);
  if (!sessions || sessions.length === 0) return null;
  return (
    <section className={styles.block} aria-label={t('chats.title')}>
      <h2 className={styles.heading}>{t('chats.title')}</h2>
      <p className={styles.about}>{t('chats.text', { count: sessions.length })}</p>
      <div className={styles.actions}>
        <Button icon={MessagesSquare} onClick={() => openOverlay({ kind: 'deleted-chats' })}>
          {t('chats.show')}
        </Button>
      </div>
    </section>
  );
}
