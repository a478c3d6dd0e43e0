import { useState } from 'react';
import type { Person } from '../../../contract/analysis/people.ts';
import { updatePerson } from '../../api/live/people-changes.ts';
import { Input } from '../../ui/controls/input.tsx';
import { FormDialog } from '../../ui/layout/form-dialog.tsx';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../ui/lib/texts/person-name.ts';

/** Names a person, or removes the name. */
export function NameDialog({ person, onClose }: { person: Pick<Person, 'id' | 'name' | 'number'>; onClose(): void }) {
  const t = usePeopleText();
  const unnamed = usePersonName()({ name: null, number: person.number });
  const [name, setName] = useState(person.name ?? '');
  return (
    <FormDialog
      width="narrow"
      title={t(person.name === null ? 'name.add' : 'rename')}
      submit={t('save')}
      onSubmit={async () => void (await updatePerson(person.id, { name: name.trim() === '' ? null : name.trim() }))}
      onClose={onClose}
    >
      {(error) => (
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
      )}
    </FormDialog>
  );
}
