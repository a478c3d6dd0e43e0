import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../lib/classes.ts';
import badge from './badge.module.css';
import styles from './still.module.css';

/** Still of an instant, or an icon if there is none. Its time, if given, and children overlay it. */
export function Still({
  src,
  icon: Icon,
  className,
  time,
  children,
}: {
  src: string | null;
  icon: LucideIcon;
  className?: string | undefined;
  time?: string;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const [isPortrait, setPortrait] = useState(false);
  return (
    <span className={cx(styles.still, className)}>
      {src !== null && failed !== src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx(styles.image, isPortrait && styles.portrait)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setPortrait(naturalHeight > naturalWidth)}
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon aria-hidden size={20} strokeWidth={1.25} className={styles.sign} />
      )}
      {time !== undefined && <span className={cx(badge.badge, badge.start)}>{time}</span>}
      {children}
    </span>
  );
}
