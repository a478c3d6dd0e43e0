import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './notice.module.css';

/** Inline notice. */
export function Notice({
  tone = 'info',
  title,
  action,
  children,
}: {
  tone?: 'info' | 'warn' | 'bad';
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = tone === 'info' ? Info : TriangleAlert;
  return (
    <div className={cx(styles.notice, styles[tone])}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className={styles.icon} />
      <div className={styles.content}>
        <div className={styles.text}>
          {title !== undefined && <p className={styles.title}>{title}</p>}
          {children !== undefined && <div className={styles.body}>{children}</div>}
        </div>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
