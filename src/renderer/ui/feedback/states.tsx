import { CircleAlert, type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ReelscopeError } from '../../../contract/errors.ts';
import { Button } from '../controls/button.tsx';
import { cx } from '../lib/classes.ts';
import { errorText } from '../lib/messages.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './states.module.css';

/** Moves the focus from an element that is removed, since its button has done its work, to the page or dialog. */
function useFocusAround() {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current!;
    const around = own.closest<HTMLElement>('[role="dialog"], main');
    return () => {
      if (own.contains(document.activeElement)) around?.focus({ preventScroll: true });
    };
  }, []);
  return element;
}

/** Empty state with a purpose and an action. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div ref={useFocusAround()} className={styles.state}>
      <span className={styles.icon}>
        <Icon aria-hidden size={22} strokeWidth={1.5} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Error state with a retry button and details to copy; without them for what doesn't exist, such as after deletion. */
export function ErrorState(props: { error: Error; title?: string; onRetry?(): void }) {
  const t = useUiText();
  if (codeOf(props.error) !== 'not_found') return <Failure {...props} />;
  const title = errorText(props.error).replace(/\.$/, '');
  return <EmptyState icon={SearchX} title={title} text={t('error.missing')} />;
}

function Failure({ error, title, onRetry }: { error: Error; title?: string; onRetry?(): void }) {
  const t = useUiText();
  const [isCopied, setCopied] = useState(false);
  const details = [title ?? t('error.title'), codeOf(error), error.message, location.pathname].join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(details);
    setCopied(true);
  };
  return (
    <div ref={useFocusAround()} className={styles.state} role="alert">
      <span className={cx(styles.icon, styles.bad)}>
        <CircleAlert aria-hidden size={22} strokeWidth={1.5} />
      </span>
      <h2 className={styles.title}>{title ?? t('error.title')}</h2>
      <p className={styles.text}>{errorText(error)}</p>
      <div className={styles.action}>
        {onRetry && (
          <Button look="primary" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        <Button onClick={() => void copy()}>{isCopied ? t('error.copied') : t('error.copy')}</Button>
      </div>
    </div>
  );
}

/** Loading placeholder in the final size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={cx(styles.skeleton, className)} />;
}

function codeOf(error: Error): string {
  return error instanceof ReelscopeError ? error.code : error.name;
}
