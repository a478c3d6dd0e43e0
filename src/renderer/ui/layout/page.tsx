import { ChevronRight, PanelRight } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../controls/button.tsx';
import { useIsNarrow } from '../lib/media-query.ts';
import { setPreferences, usePreferences } from '../lib/preferences.ts';
import { useUiText } from '../lib/ui-text.ts';
import { Sheet } from './dialog.tsx';
import styles from './page.module.css';
import { SplitPane } from './split-pane.tsx';

/** Controls that the shell adds to every page header: search, notifications. */
export const HeaderExtras = createContext<ReactNode>(null);

export interface PageProps {
  title: string;
  /** Breadcrumb, outermost first. */
  trail?: readonly { label: string; href: string }[];
  /** Content beside the title, such as a status. */
  aside?: ReactNode;
  /** Page actions, before search and notifications. */
  actions?: ReactNode;
  /** Panel beside the content; a sheet on narrow windows. */
  inspector?: { name: string; title: string; content: ReactNode; initial?: number; min?: number } | undefined;
  children: ReactNode;
}

/** Screen with a header, content, and a collapsible inspector. */
export function Page({ title, trail = [], aside, actions, inspector, children }: PageProps) {
  const t = useUiText();
  const extras = useContext(HeaderExtras);
  const isNarrow = useIsNarrow();
  const isClosed =
    usePreferences((preferences) => inspector !== undefined && preferences.closed[inspector.name]) === true;
  const [isSheetOpen, setSheetOpen] = useState(false);
  useEffect(() => {
    document.title = `${title} · Reelscope`;
  }, [title]);

  const isOpen = isNarrow ? isSheetOpen : !isClosed;
  const toggle = () => {
    if (isNarrow) return setSheetOpen(!isSheetOpen);
    setPreferences({ closed: { ...usePreferences.getState().closed, [inspector!.name]: !isClosed } });
  };
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <nav className={styles.trail} aria-label={title}>
          {trail.map(({ label, href }) => (
            <span key={href} className={styles.step}>
              <Link href={href} className={styles.link}>
                {label}
              </Link>
              <ChevronRight aria-hidden size={14} className={styles.chevron} />
            </span>
          ))}
          <h1 className={styles.title} dir="auto" title={title}>
            {title}
          </h1>
        </nav>
        {aside}
        <span className={styles.space} />
        <div className={styles.actions}>
          {actions}
          {extras}
          {inspector && (
            <IconButton
              icon={PanelRight}
              label={isOpen ? t('pane.close') : t('pane.open')}
              pressed={isOpen}
              onClick={toggle}
            />
          )}
        </div>
      </header>
      <div className={styles.content}>
        {inspector && !isNarrow && !isClosed ? (
          <SplitPane
            name={inspector.name}
            side={inspector.content}
            {...(inspector.initial !== undefined && { initial: inspector.initial })}
            {...(inspector.min !== undefined && { min: inspector.min })}
          >
            {children}
          </SplitPane>
        ) : (
          children
        )}
      </div>
      {inspector && isNarrow && (
        <Sheet open={isSheetOpen} onClose={() => setSheetOpen(false)} title={inspector.title}>
          {inspector.content}
        </Sheet>
      )}
    </div>
  );
}
