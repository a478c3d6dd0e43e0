import { useQuery } from '@tanstack/react-query';
import { Trash2, VideoOff } from 'lucide-react';
import { useLocation } from 'wouter';
import { parseTimestamp } from '../../../base/time.ts';
import { daysLeft } from '../../../contract/library/trash.ts';
import { restoreVideo } from '../../api/live/trash-changes.ts';
import { queries } from '../../api/queries.ts';
import { isNotFound } from '../../api/request.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useTrashText } from '../../ui/lib/texts/trash-text.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { useVideoText } from './text.ts';

/** Page content of a video that is in the trash, was deleted, or couldn't be loaded. */
export function NoVideo({ jobId, error, onRetry }: { jobId: string; error: Error; onRetry(): void }) {
  const t = useVideoText();
  const [, navigate] = useLocation();
  const trash = useTrashText();
  const formats = useFormats();
  const { data, isPending } = useQuery({ ...queries.trash, enabled: isNotFound(error) });
  if (!isNotFound(error)) return <ErrorState title={t('load.title')} error={error} onRetry={onRetry} />;
  if (isPending) return null;
  const trashed = data?.videos.find(({ job_id }) => job_id === jobId);
  if (trashed) {
    const left = daysLeft(parseTimestamp(trashed.deleted_at) ?? 0, Date.now());
    const restore = () =>
      void restoreVideo(jobId).catch((thrown: unknown) => toast(errorText(thrown), { tone: 'bad' }));
    return (
      <EmptyState
        icon={Trash2}
        title={trash('video.title')}
        text={
          <>
            <bdi>{trashed.name}</bdi>
            <br />
            {trash('deleted', { ago: formats.ago(trashed.deleted_at) })} · {trash('left', { count: left })}
          </>
        }
        action={
          <>
            <Button look="primary" onClick={restore}>
              {trash('restore')}
            </Button>
            <Button onClick={() => navigate('/trash')}>{trash('video.open')}</Button>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={VideoOff}
      title={t('gone.title')}
      text={t('gone.text')}
      action={
        <Button look="primary" onClick={() => navigate('/library')}>
          {t('gone.library')}
        </Button>
      }
    />
  );
}
