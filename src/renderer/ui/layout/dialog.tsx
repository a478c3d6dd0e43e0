import { X } from 'lucide-react';
import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../controls/button.tsx';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  /** Default: true. */
  open?: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  width?: 'narrow' | 'normal' | 'wide';
  children?: ReactNode;
}

/** Modal dialog; Escape and the close button dismiss it. */
export function Dialog({ open = true, onClose, title, description, actions, width = 'normal', children }: DialogProps) {
  const t = useUiText();
  const focus = useFocusReturn(focusFirstField);
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content
          className={cx(styles.dialog, styles[width])}
          {...focus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('close')} />
            </Radix.Close>
          </header>
          <div className={styles.body}>
            {description !== undefined && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ConfirmProps {
  /** Default: true. */
  open?: boolean;
  onClose(): void;
  title: string;
  /** Consequences of the action. */
  description: ReactNode;
  /** Label of the confirm button. */
  confirm: string;
  /** Label of the other button, where “Cancel” would be ambiguous. */
  keep?: string;
  onConfirm(): void;
}

/**
 * Focuses the first field, or the primary action of a dialog without one, instead of the close button. A menu that
 * other controls come before is left alone: the body would open scrolled down to it. Behind each check box and switch
 * is a hidden input.
 */
function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const field = content.querySelector<HTMLElement>(
    'input:not(:disabled, [aria-hidden]), textarea, select, footer button:not(:disabled)',
  );
  const first = content.querySelector(
    `.${styles.body} :is(a[href], button, input, textarea, select):not(:disabled, [aria-hidden])`,
  );
  event.preventDefault();
  (field && (field.tagName !== 'SELECT' || field === first) ? field : content).focus();
}

/**
 * Returns the focus to where the keyboard was when a dialog opened, or to the part of the page around it, or to the
 * page that replaced it; Radix knows only its own triggers. It is not returned after a click, so that the space bar
 * plays instead of opening the dialog again.
 * @param focusFirst moves the focus into the dialog
 */
function useFocusReturn(focusFirst?: (event: Event) => void) {
  /** Element with the focus, and those around it that can have it. */
  const before = useRef<HTMLElement[]>([]);
  return {
    onOpenAutoFocus(event: Event) {
      before.current = [];
      for (let at = document.querySelector<HTMLElement>(':focus-visible'); at; ) {
        before.current.push(at);
        at = at.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
      }
      focusFirst?.(event);
    },
    onCloseAutoFocus(event: Event) {
      if (before.current.length === 0) return;
      event.preventDefault();
      // Another page may have been opened.
      const target = before.current.find((each) => each.isConnected) ?? document.querySelector('main');
      target?.focus({ preventScroll: true });
    },
  };
}

/** Moves focus to the top of a sheet. */
function focusContent(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
}

/** Confirmation of an action that can't be undone. */
export function Confirm({ open = true, onClose, title, description, confirm, keep, onConfirm }: ConfirmProps) {
  const t = useUiText();
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.veil} />
        <AlertDialog.Content className={cx(styles.dialog, styles.narrow)} {...focus}>
          <header className={styles.head}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          </header>
          <div className={styles.body}>
            <AlertDialog.Description asChild>
              <div className={styles.description}>{description}</div>
            </AlertDialog.Description>
          </div>
          <footer className={styles.actions}>
            <AlertDialog.Cancel asChild>
              <Button>{keep ?? t('cancel')}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Panel that slides in from the side, or from below on phones. */
export function Sheet({ open = true, onClose, title, children }: Omit<DialogProps, 'actions' | 'width'>) {
  const t = useUiText();
  const focus = useFocusReturn(focusContent);
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content className={styles.sheet} aria-describedby={undefined} {...focus}>
          <header className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('close')} />
            </Radix.Close>
          </header>
          <div className={styles.sheetBody}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
