import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { putVideo } from '../../../api/video-cache.ts';
import { NameDialog } from '../../../ui/layout/name-dialog.tsx';
import { useLibraryText } from '../text.ts';

/** Renames a video; its file keeps its name. */
export function RenameDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useLibraryText();
  const { data: video } = useQuery(queries.video(jobId));
  return (
    <NameDialog
      texts={{ title: t('rename.title'), label: t('project.name'), save: t('rename.save') }}
      name={video?.name}
      onSave={async (name) => putVideo(await api.videos.update(jobId, { name }))}
      onClose={onClose}
    />
  );
}
