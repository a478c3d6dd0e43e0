import { Ellipsis, Pencil, ScanFace, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Project } from '../../../contract/library/projects.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { DASHBOARD, VIDEOS } from '../../api/video-cache.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import { ProjectDialog } from './project-dialog.tsx';
import { useLibraryText } from './text.ts';

/** Menu of the open project, with the dialogs that rename and delete it. */
export function ProjectMenu({ project }: { project: Project }) {
  const t = useLibraryText();
  const people = usePeopleText();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { id, name } = project;
  const remove = async () => {
    try {
      await api.projects.remove(id);
      invalidate(queries.projects.queryKey, VIDEOS.queryKey, DASHBOARD.queryKey);
      navigate('/library');
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <>
      <Menu
        align="start"
        entries={[
          { label: t('project.rename'), icon: Pencil, onSelect: () => setOpen('rename') },
          { label: people('page'), icon: ScanFace, onSelect: () => navigate(`/projects/${id}/people`) },
          { label: people('settings'), icon: Users, onSelect: () => openOverlay({ kind: 'people', projectId: id }) },
          { separator: true },
          { label: t('project.delete'), icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]}
      >
        <IconButton size="small" icon={Ellipsis} label={t('project.more')} />
      </Menu>
      {open === 'rename' && (
        <ProjectDialog
          project={project}
          onClose={() => setOpen(null)}
          onDone={(renamed) => navigate(`/projects/${renamed.id}`)}
        />
      )}
      <Confirm
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('project.deleteTitle', { name })}
        description={t('project.deleteText')}
        confirm={t('delete')}
        onConfirm={() => void remove()}
      />
    </>
  );
}
