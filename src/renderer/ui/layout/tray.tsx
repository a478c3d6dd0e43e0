import type { HTMLAttributes, ReactNode } from 'react';
import styles from './tray.module.css';

/** Floating tray in the corner of the window. @param label summary of its rows */
export function Tray({ label, children, ...rest }: { label: string } & HTMLAttributes<HTMLElement>) {
  return (
    <section className={styles.tray} aria-label={label} {...rest}>
      {children}
    </section>
  );
}

/** Rows of a tray. */
export function TrayList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** Row of a tray: name, state, details, and actions. */
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
