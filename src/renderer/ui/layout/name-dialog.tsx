import { useState } from 'react';
import { Input } from '../controls/input.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Dialog that asks for a name. */
export function NameDialog({
  texts,
  name,
  onSave,
  onClose,
}: {
  texts: { title: string; label: string; save: string };
  /** Present name; undefined while it is loaded. */
  name: string | undefined;
  onSave(name: string): Promise<void>;
  onClose(): void;
}) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? name ?? '';
  return (
    <FormDialog
      width="narrow"
      title={texts.title}
      submit={texts.save}
      canSubmit={value.trim() !== ''}
      onSubmit={() => onSave(value)}
      onClose={onClose}
    >
      {(error) => (
        <Input
          label={texts.label}
          value={value}
          error={error}
          maxLength={200}
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
