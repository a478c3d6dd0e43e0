import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { moveVideos, report } from '../actions.ts';
import { useLibraryText } from '../text.ts';
import { useChosen } from './use-chosen.ts';

const NO_PROJECT = '';
const NEW_PROJECT = 'new';

/** Moves videos to a project, which can be created on the way. */
export function MoveDialog({ jobIds, onClose }: { jobIds: readonly string[]; onClose(): void }) {
  const t = useLibraryText();
  const videos = useChosen(jobIds);
  const { data: projects = [] } = useQuery(queries.projects);
  const [selected, setSelected] = useState<string>();
  const [name, setName] = useState('');
  const project = selected ?? videos[0]?.project_id ?? NO_PROJECT;
  const isNew = project === NEW_PROJECT;
  const submit = async () => {
    const id = isNew ? (await api.projects.create({ name })).id : project;
    // It shows its own errors, after the dialog has closed.
    void moveVideos(videos, id === NO_PROJECT ? null : id).then((outcome) => report(outcome, 'done.moved', t));
  };
  return (
    <FormDialog
      width="narrow"
      title={t('move.title', { count: jobIds.length })}
      submit={t('move.do')}
      canSubmit={!isNew || name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Select
            label={t('move.to')}
            value={project}
            options={[
              { value: NO_PROJECT, label: t('move.none') },
              ...projects.map(({ id, name: label }) => ({ value: id, label })),
              { value: NEW_PROJECT, label: t('move.new') },
            ]}
            onChange={setSelected}
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
        </>
      )}
    </FormDialog>
  );
}
