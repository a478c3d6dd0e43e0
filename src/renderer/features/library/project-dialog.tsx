import type { Project } from '../../../contract/library/projects.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate, patchQuery } from '../../api/query-client.ts';
import { DASHBOARD } from '../../api/video-cache.ts';
import { NameDialog } from '../../ui/layout/name-dialog.tsx';
import { useLibraryText } from './text.ts';

/** Creates a project or renames an existing one. */
export function ProjectDialog({
  project,
  onClose,
  onDone,
}: {
  /** Null for a new one. */
  project: Project | null;
  onClose(): void;
  onDone(project: Project): void;
}) {
  const t = useLibraryText();
  const save = async (name: string) => {
    const saved = await (project ? api.projects.update(project.id, { name }) : api.projects.create({ name }));
    // Its page is opened before the list is fetched again.
    patchQuery(queries.projects, (all) => [...all.filter(({ id }) => id !== saved.id), saved]);
    invalidate(queries.projects.queryKey, DASHBOARD.queryKey);
    onDone(saved);
  };
  return (
    <NameDialog
      texts={{
        title: t(project ? 'project.rename' : 'project.new'),
        label: t('project.name'),
        save: t(project ? 'project.save' : 'project.create'),
      }}
      name={project?.name ?? ''}
      onSave={save}
      onClose={onClose}
    />
  );
}
