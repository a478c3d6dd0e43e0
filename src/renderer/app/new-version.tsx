import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp } from 'lucide-react';
import { Link } from 'wouter';
import { queries } from '../api/queries.ts';
import { Tooltip } from '../ui/controls/tooltip.tsx';
import { cx } from '../ui/lib/classes.ts';
import styles from './shell.module.css';
import { useAppText } from './text.ts';

/** Quiet link to a new version, if the user asked for them and there is one. */
export function NewVersion() {
  const t = useAppText();
  const { data } = useQuery(queries.updates);
  if (!data?.available) return null;
  const title = t('nav.update.title', { version: data.available.version });
  return (
    <Tooltip text={title}>
      <Link href="/settings/about" className={cx(styles.place, styles.update)} aria-label={title}>
        <CircleArrowUp aria-hidden size={18} strokeWidth={1.75} />
        <span className={styles.name}>{t('nav.update')}</span>
      </Link>
    </Tooltip>
  );
}
