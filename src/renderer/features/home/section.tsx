import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import styles from './section.module.css';

/** A part of the first screen, with a way to more of it. */
export function Section({
  title,
  aside,
  more,
  children,
}: {
  title: string;
  aside?: ReactNode;
  more?: { label: string; href: string };
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
        {more && (
          <Link href={more.href} className={styles.more}>
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
