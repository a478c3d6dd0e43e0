import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { moveVideos, report } from '../actions.ts';
import { useLibraryText } from '../text.ts';
import { useChosen } from './use-chosen.ts';

const NO_PROJECT = '';
const NEW_PROJECT = 'new';

/** Moves videos to a project, which can be created on the way. */
export function MoveDialog({ jobIds, onClose }: { jobIds: readonly string[]; onClose(): void }) {
  const t = useLibraryText();
  const form = useId();
  const videos = useChosen(jobIds);
  const { data: projects = [] } = useQuery(queries.projects);
  const [picked, setPicked] = useState<string>();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const project = picked ?? videos[0]?.project_id ?? NO_PROJECT;
  const isNew = project === NEW_PROJECT;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const id = isNew ? (await api.projects.create({ name })).id : project;
      onClose();
      report(await moveVideos(videos, id === NO_PROJECT ? null : id), 'done.moved', t);
    } catch (thrown) {
      setError(errorText(thrown));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="narrow"
      title={t('move.title', { count: jobIds.length })}
      actions={
        <Button look="primary" type="submit" form={form} disabled={isNew && name.trim() === ''}>
          {t('move.do')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
        <Select
          label={t('move.to')}
          value={project}
          options={[
            { value: NO_PROJECT, label: t('move.none') },
            ...projects.map(({ id, name: label }) => ({ value: id, label })),
            { value: NEW_PROJECT, label: t('move.new') },
          ]}
          onChange={setPicked}
        />
        {isNew && (
          <Input
            label={t('project.name')}
            value={name}
            error={error}
            maxLength={200}
            dir="auto"
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  );
}
