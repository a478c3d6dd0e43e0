import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { create } from 'zustand';
import { IconButton } from '../controls/button.tsx';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './toast.module.css';

export interface Toast {
  id: number;
  tone: 'info' | 'good' | 'bad';
  text: string;
  action?: { label: string; run(): void } | undefined;
  /** The history whose last step the action undoes. */
  history?: object | undefined;
}

const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

/** Time that a message is shown, and one with a way to undo. */
const SHOWN_MS = 6000;
const UNDO_MS = 10_000;

/** Shows a message for a few seconds; errors stay until they are closed. */
export function toast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  const { tone = 'info', action, history } = options;
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.slice(-3), { id: ++lastId, tone, text, action, history }],
  }));
}

/** Closes the messages of a history, whose last step is another now: their actions would undo that. */
export function closeToasts(history: object): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.history !== history) }));
}

/** Container of toasts; one per window. */
export function Toaster() {
  const t = useUiText();
  const { toasts } = useToasts();
  /** Whether the toast is being closed by a key that was pressed outside of it. */
  let isElsewhere = false;
  const close = (id: number) =>
    useToasts.setState((state) => ({ toasts: state.toasts.filter((candidate) => candidate.id !== id) }));
  return (
    <Radix.Provider label={t('toast.region')} swipeDirection="down">
      {toasts.map(({ id, tone, text, action }) => (
        <Radix.Root
          key={id}
          className={cx(styles.toast, styles[tone])}
          duration={tone === 'bad' ? Number.POSITIVE_INFINITY : action ? UNDO_MS : SHOWN_MS}
          open
          onEscapeKeyDown={({ target }) => {
            isElsewhere = !(target instanceof Element && target.closest(`.${styles.toast}`));
          }}
          // Escape closes a dialog, an editor, or the marked range, and must leave the way to undo.
          onOpenChange={(open) => {
            if (!open && !isElsewhere) close(id);
            isElsewhere = false;
          }}
        >
          <Radix.Description className={styles.text}>{text}</Radix.Description>
          {action && (
            <Radix.Action altText={action.label} className={styles.action} onClick={action.run}>
              {action.label}
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton icon={X} label={t('close')} size="small" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport label={t('toast.region')} className={styles.viewport} />
    </Radix.Provider>
  );
}
