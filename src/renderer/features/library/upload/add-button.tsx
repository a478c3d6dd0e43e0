import { FileVideo, FolderOpen, ListPlus, Plus } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { useAddVideos } from '../../../ui/lib/add-videos.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useLibraryText } from '../text.ts';

/** Button that adds files or a folder to the library or the current project. */
export function AddButton({ projectId }: { projectId: string | null }) {
  const t = useLibraryText();
  const add = useAddVideos();
  return (
    <Menu
      entries={[
        { label: t('add.files'), icon: FileVideo, onSelect: () => add('files', projectId) },
        { label: t('add.folder'), icon: FolderOpen, onSelect: () => add('folder', projectId) },
        { separator: true },
        { label: t('add.analysis'), icon: ListPlus, onSelect: () => openOverlay({ kind: 'new-videos' }) },
      ]}
    >
      <Button look="primary" icon={Plus}>
        {t('add')}
      </Button>
    </Menu>
  );
}
