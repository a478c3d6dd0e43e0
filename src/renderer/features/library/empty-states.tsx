import { FolderOpen, SearchX } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import { useLibraryText } from './text.ts';

/** Shown for a project or smart folder that does not exist. */
export function NoSuchPage({ isProject }: { isProject: boolean }) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={SearchX}
      title={t(isProject ? 'missing.project' : 'missing.folder')}
      text={t('missing.text')}
      action={
        <Button look="primary" onClick={() => navigate('/library')}>
          {t('all')}
        </Button>
      }
    />
  );
}

/** Shown for a project without videos. */
export function EmptyProject({ projectId }: { projectId: string | null }) {
  const t = useLibraryText();
  const add = useAddVideos();
  return (
    <EmptyState
      icon={FolderOpen}
      title={t('emptyProject.title')}
      text={t('emptyProject.text')}
      action={
        <Button look="primary" onClick={() => add('files', projectId)}>
          {t('add.files')}
        </Button>
      }
    />
  );
}

/** Shown if the filter leaves no videos. */
export function NoMatches({ onReset }: { onReset(): void }) {
  const t = useLibraryText();
  return (
    <EmptyState
      icon={SearchX}
      title={t('none.title')}
      text={t('none.text')}
      action={<Button onClick={onReset}>{t('none.clear')}</Button>}
    />
  );
}
