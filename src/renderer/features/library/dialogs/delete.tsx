import { useState } from 'react';
import { useLocation } from 'wouter';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { deleteVideos, report } from '../actions.ts';
import { useLibraryText } from '../text.ts';
import { useChosen } from './use-chosen.ts';

/** Asks before deleting videos. Leaves the page of a video that is deleted. */
export function DeleteDialog({ jobIds, onClose }: { jobIds: readonly string[]; onClose(): void }) {
  const t = useLibraryText();
  const [path, navigate] = useLocation();
  const [withFiles, setWithFiles] = useState(true);
  const videos = useChosen(jobIds);
  const count = jobIds.length;
  const remove = async () => {
    if (jobIds.some((jobId) => path === `/videos/${jobId}`)) navigate('/library');
    const outcome = await deleteVideos(videos, withFiles).catch((error: unknown) => ({
      done: 0,
      failed: count,
      reason: errorText(error),
    }));
    report(outcome, 'done.deleted', t);
  };
  return (
    <Confirm
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('delete.title', { count })}
      description={
        <>
          <p>{count === 1 ? <bdi>{videos[0]?.name}</bdi> : null}</p>
          <p>{t('delete.text')}</p>
          <Checkbox label={t('delete.file')} hint={t('delete.fileHint')} checked={withFiles} onChange={setWithFiles} />
        </>
      }
      confirm={t('delete')}
      onConfirm={() => void remove()}
    />
  );
}
