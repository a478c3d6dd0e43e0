import { X } from 'lucide-react';
import { AlertDialog, Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.tsx';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** Buttons, the one that does it last. */
  actions?: ReactNode;
  width?: 'narrow' | 'normal' | 'wide';
  children?: ReactNode;
}

/** A task apart from the page; Escape and the cross leave it. */
export function Dialog({ open, onOpenChange, title, description, actions, width = 'normal', children }: DialogProps) {
  const t = useUiText();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content
          className={cx(styles.dialog, styles[width])}
          onOpenAutoFocus={focusFirstField}
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
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** What will be gone, and what will stay. */
  description: ReactNode;
  /** The word on the button that does it. */
  confirm: string;
  onConfirm(): void;
}

/** What a dialog is about comes first, not the cross that leaves it. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const field = content.querySelector<HTMLElement>(
    'input:not(:disabled), textarea, select, footer button:not(:disabled)',
  );
  event.preventDefault();
  (field ?? content).focus();
}

/** Nothing in a sheet is chosen yet: the keyboard starts at its top. */
function focusContent(event: Event): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
}

/** Asks before something that can't be taken back. */
export function Confirm({ open, onOpenChange, title, description, confirm, onConfirm }: ConfirmProps) {
  const t = useUiText();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.veil} />
        <AlertDialog.Content className={cx(styles.dialog, styles.narrow)}>
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
              <Button>{t('cancel')}</Button>
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

/** A panel that slides in from the side, or from below on a phone: an inspector where there is no room beside. */
export function Sheet({ open, onOpenChange, title, children }: Omit<DialogProps, 'actions' | 'width'>) {
  const t = useUiText();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.veil} />
        <Radix.Content className={styles.sheet} aria-describedby={undefined} onOpenAutoFocus={focusContent}>
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
