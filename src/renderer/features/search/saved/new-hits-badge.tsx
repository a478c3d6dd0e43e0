import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useSearchText } from '../text.ts';
import styles from './new-hits-badge.module.css';

/** Number of new hits of saved searches; nothing for 0. */
export function NewHitsBadge({ count }: { count: number }) {
  const t = useSearchText();
  const formats = useFormats();
  if (count === 0) return null;
  return (
    <span className={styles.badge} title={t('new', { count })}>
      <span aria-hidden>{formats.number(count)}</span>
      <span className="visually-hidden">{t('new', { count })}</span>
    </span>
  );
}
