import { Unplug } from 'lucide-react';
import { useConnection } from '../api/connection.ts';
import styles from './connection-banner.module.css';
import { useAppText } from './text.ts';

/** Banner above every screen while the server doesn't respond; it disappears on its own. */
export function ConnectionBanner() {
  const t = useAppText();
  const isLost = useConnection((state) => state.isLost);
  return (
    <div role="status">
      {isLost && (
        <p className={styles.banner}>
          <Unplug aria-hidden size={16} strokeWidth={1.75} />
          {t('connection.lost')}
        </p>
      )}
    </div>
  );
}
