import { type FormEvent, useId, useState } from 'react';
import type { Person } from '../../../contract/people.ts';
import { updatePerson } from '../../api/people-changes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { usePeopleText } from '../../ui/lib/people-text.ts';
import { usePersonName } from '../../ui/lib/person-name.ts';

/** Names a person, or removes the name. */
export function NameDialog({ person, onClose }: { person: Pick<Person, 'id' | 'name' | 'number'>; onClose(): void }) {
  const t = usePeopleText();
  const form = useId();
  const unnamed = usePersonName()({ name: null, number: person.number });
  const [name, setName] = useState(person.name ?? '');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await updatePerson(person.id, { name: name.trim() === '' ? null : name.trim() });
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
    }
  };
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(person.name === null ? 'name.add' : 'rename')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" form={form}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('name')}
          hint={t('name.hint')}
          placeholder={unnamed}
          value={name}
          error={error}
          maxLength={100}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
