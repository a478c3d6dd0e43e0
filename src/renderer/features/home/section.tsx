import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import styles from './section.module.css';

/** Section of the home screen with a link to the full list. */
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
