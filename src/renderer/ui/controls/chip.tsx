import type { ComponentProps, ReactNode } from 'react';
import styles from './chip.module.css';

/** Filter chip. */
export function Chip({
  pressed,
  count,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  pressed: boolean;
  count?: number | undefined;
  children: ReactNode;
}) {
  return (
    <button type="button" {...rest} aria-pressed={pressed} className={styles.chip}>
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  );
}
