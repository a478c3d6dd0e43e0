import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { restoreVideo, trashVideo } from '../../../api/live/trash-changes.ts';
import { useVideos } from '../../../api/queries.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';

/**
 * Moves videos to the trash, which a notice can undo; asks first if that stops an analysis. Leaves the page of a video
 * that is moved, and returns to it when that is undone.
 */
export function TrashDialog({ jobIds, onClose }: { jobIds: readonly string[]; onClose(): void }) {
  const t = useTrashText();
  const { data: videos } = useVideos();
  const move = useMove();
  const hasBegun = useRef(false);
  const isAsked = videos?.some((video) => jobIds.includes(video.job_id) && isBusy(video));
  useEffect(() => {
    if (isAsked !== false || hasBegun.current) return;
    hasBegun.current = true;
    onClose();
    void move(jobIds);
  }, [isAsked, jobIds, onClose, move]);
  if (isAsked !== true || hasBegun.current) return null;
  return (
    <Confirm
      onClose={onClose}
      title={t('busy.title', { count: jobIds.length })}
      description={t('busy.text')}
      confirm={t('trash')}
      onConfirm={() => {
        hasBegun.current = true;
        void move(jobIds);
      }}
    />
  );
}

/** Returns a function that moves videos to the trash one after another, and continues after a failure. */
function useMove(): (jobIds: readonly string[]) => Promise<void> {
  const t = useTrashText();
  const [path, navigate] = useLocation();
  return useCallback(
    async (jobIds) => {
      const page = jobIds.map((jobId) => `/videos/${jobId}`).find((each) => each === path);
      if (page) navigate('/library');
      const trashedIds: string[] = [];
      const reasons: string[] = [];
      for (const jobId of jobIds) {
        try {
          await trashVideo(jobId);
          trashedIds.push(jobId);
        } catch (error) {
          reasons.push(errorText(error));
        }
      }
      const undo = async () => {
        try {
          for (const jobId of trashedIds.toReversed()) await restoreVideo(jobId);
          if (page) navigate(page);
        } catch (error) {
          toast(errorText(error), { tone: 'bad' });
        }
      };
      const [reason] = reasons;
      if (reason !== undefined) toast(t('failed', { count: reasons.length, reason }), { tone: 'bad' });
      if (trashedIds.length > 0) {
        const action = { label: t('undo'), run: () => void undo() };
        toast(t('trashed', { count: trashedIds.length }), { action, trashed: { kind: 'videos', ids: trashedIds } });
      }
    },
    [t, path, navigate],
  );
}
