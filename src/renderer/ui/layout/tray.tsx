import type { HTMLAttributes, ReactNode } from 'react';
import styles from './tray.module.css';

/** What goes on over every screen's corner. @param label what it says altogether */
export function Tray({ label, children, ...rest }: { label: string } & HTMLAttributes<HTMLElement>) {
  return (
    <section className={styles.tray} aria-label={label} {...rest}>
      {children}
    </section>
  );
}

/** The rows of a tray. */
export function TrayList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** One thing on its way: its name, how it stands, what belongs below that, and what can be done. */
export function TrayRow({
  name,
  about,
  hasFailed,
  children,
  actions,
}: {
  name: string;
  about: string;
  hasFailed: boolean;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <span className={styles.text}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={hasFailed ? styles.error : styles.about}>{about}</span>
        {children}
      </span>
      {actions}
    </li>
  );
}
