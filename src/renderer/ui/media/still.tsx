import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './still.module.css';

/** A picture of an instant; a sign in its place where there is none, as for sound. Children lie over it. */
export function Still({
  src,
  icon: Icon,
  className,
  children,
}: {
  src: string | null;
  icon: LucideIcon;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={cx(styles.still, className)}>
      {src !== null && failed !== src ? (
        <img src={src} alt="" loading="lazy" decoding="async" className={styles.image} onError={() => setFailed(src)} />
      ) : (
        <Icon aria-hidden size={20} strokeWidth={1.25} className={styles.sign} />
      )}
      {children}
    </span>
  );
}
