import { X } from 'lucide-react';
import { DismissableLayer } from 'radix-ui/internal';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
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
  /** Items in the trash that the action restores. */
  trashed?: TrashedItems | undefined;
  /** Epoch milliseconds. */
  shownAt: number;
}

interface TrashedItems {
  kind: 'videos' | 'moments' | 'stories';
  ids: readonly string[];
}

const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let lastId = 0;

/** Time that a message is shown, and one with a way to undo. */
const SHOWN_MS = 6000;
const UNDO_MS = 10_000;

/** Shows a message for a few seconds; errors stay until they are closed. */
export function toast(text: string, options: Partial<Omit<Toast, 'id' | 'text' | 'shownAt'>> = {}): void {
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.slice(-3), { tone: 'info', ...options, id: ++lastId, text, shownAt: Date.now() }],
  }));
}

/** Returns the messages that undo a move to the trash. */
export function useTrashToasts(): readonly Toast[] {
  return useToasts(useShallow(({ toasts }) => toasts.filter(({ trashed }) => trashed)));
}

/** Closes the messages of a history, whose last step is another now: their actions would undo that. */
export function closeToasts(history: object): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.history !== history) }));
}

/** Closes a message. */
export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

/** Container of toasts, which F8 focuses; one per window. */
export function Toaster() {
  const t = useUiText();
  const { toasts } = useToasts();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = ({ key }: KeyboardEvent) => key === 'F8' && region.current?.focus();
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    // A click in a branch doesn't close the dialog that is open. Toasts are no layers, as Radix's are: the uppermost
    // layer takes Escape, which closes a dialog or a menu, and must leave the way to undo.
    <DismissableLayer.Branch asChild>
      <section ref={region} className={styles.viewport} tabIndex={-1} aria-live="polite" aria-label={t('toast.region')}>
        <ol className={styles.list}>
          {toasts.map((each) => (
            <Message key={each.id} toast={each} />
          ))}
        </ol>
      </section>
    </DismissableLayer.Branch>
  );
}

/** A toast that closes in time, but not under the pointer, the keyboard, or another window; Escape closes it, too. */
function Message({ toast: { id, tone, text, action } }: { toast: Toast }) {
  const t = useUiText();
  const [isHeld, setHeld] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  /** Leaves a keyboard that is in the toast among the others. */
  const close = () => {
    if (row.current?.contains(document.activeElement)) row.current.closest('section')?.focus();
    closeToast(id);
  };
  const shownMs = action ? UNDO_MS : SHOWN_MS;
  useEffect(() => {
    if (isHeld || tone === 'bad') return;
    const timer = setTimeout(() => closeToast(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, tone, shownMs]);
  useEffect(() => {
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    window.addEventListener('blur', hold);
    window.addEventListener('focus', release);
    return () => {
      window.removeEventListener('blur', hold);
      window.removeEventListener('focus', release);
    };
  }, []);
  return (
    <li
      ref={row}
      className={cx(styles.toast, styles[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <p className={styles.text}>{text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run();
            close();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={X} label={t('close')} size="small" onClick={close} />
    </li>
  );
}
