import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { errorText } from '../lib/messages.ts';
import styles from './dialog.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';

/**
 * Dialog with a form: its button and Enter submit it. It closes when that is done; an error is shown at its field
 * instead.
 */
export function FormDialog({
  submit,
  canSubmit = true,
  problemOf,
  onSubmit,
  onClose,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'width'> & {
  /** Label of the button. */
  submit: string;
  canSubmit?: boolean;
  /** Why the input can't be submitted, if it can't. */
  problemOf?(): string | undefined;
  onSubmit(): Promise<void>;
  onClose(): void;
  /** The fields, with the error of the last attempt until something is typed. */
  children(error: string | undefined): ReactNode;
}) {
  const form = useId();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf?.();
    setError(problem);
    if (problem !== undefined || isBusy) return;
    setBusy(true);
    try {
      await onSubmit();
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <Button look="primary" type="submit" form={form} disabled={isBusy || !canSubmit}>
          {submit}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onChange={() => setError(undefined)}
        onSubmit={(event) => void send(event)}
      >
        {children(error)}
      </form>
    </Dialog>
  );
}
