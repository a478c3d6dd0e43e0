import { type FormEvent, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Input } from '../controls/input.tsx';
import { errorText } from '../lib/messages.ts';
import { Dialog } from './dialog.tsx';

/** Dialog that changes a name. An error of `onRename` is shown at the field, and the dialog stays open. */
export function NameDialog({
  texts,
  name,
  onRename,
  onClose,
}: {
  texts: { title: string; label: string; save: string };
  /** Present name; undefined while it is loaded. */
  name: string | undefined;
  onRename(name: string): Promise<void>;
  onClose(): void;
}) {
  const form = useId();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const value = typed ?? name ?? '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await onRename(value);
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="narrow"
      title={texts.title}
      actions={
        <Button look="primary" type="submit" form={form} disabled={value.trim() === ''}>
          {texts.save}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={texts.label}
          value={value}
          error={error}
          maxLength={200}
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
