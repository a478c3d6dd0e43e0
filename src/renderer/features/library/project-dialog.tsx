import { type FormEvent, useId, useState } from 'react';
import type { Project } from '../../../contract/projects.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { DASHBOARD } from '../../api/video-cache.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useLibraryText } from './text.ts';

/** Creates a project or renames an existing one. */
export function ProjectDialog({
  project,
  open,
  onOpenChange,
  onDone,
}: {
  project: Project | null;
  open: boolean;
  onOpenChange(open: boolean): void;
  onDone(project: Project): void;
}) {
  const t = useLibraryText();
  const form = useId();
  const [name, setName] = useState(project?.name ?? '');
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const saved = await (project ? api.projects.update(project.id, { name }) : api.projects.create({ name }));
      invalidate(queries.projects.queryKey, DASHBOARD.queryKey);
      onOpenChange(false);
      onDone(saved);
    } catch (thrown) {
      setError(errorText(thrown));
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="narrow"
      title={t(project ? 'project.rename' : 'project.new')}
      actions={
        <Button look="primary" type="submit" form={form} disabled={name.trim() === ''}>
          {t(project ? 'project.save' : 'project.create')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('project.name')}
          value={name}
          error={error}
          maxLength={200}
          dir="auto"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
