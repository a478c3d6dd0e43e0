import { useQuery } from '@tanstack/react-query';
import { FileX2, Trash2, Undo2 } from 'lucide-react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { restoreMoment } from '../../../api/live/moment-changes.ts';
import { restoreVideo } from '../../../api/live/trash-changes.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';
import styles from './board.module.css';

/** States that a moment or its video is in the trash, or that its file is missing; nothing otherwise. */
export function MomentState({ moment, isFileMissing }: { moment: Moment; isFileMissing: boolean }) {
  const t = useStoryText();
  const trashText = useTrashText();
  const isDeleted = moment.deleted_at !== null;
  const { data: trash } = useQuery({ ...queries.trash, enabled: isDeleted });
  const isVideoDeleted = trash?.videos.some((video) => video.job_id === moment.job_id) ?? false;
  const restore = () =>
    void (isVideoDeleted ? restoreVideo(moment.job_id) : restoreMoment(moment.id)).catch((error: unknown) =>
      toast(errorText(error), { tone: 'bad' }),
    );
  if (isDeleted) {
    return (
      <p className={styles.state}>
        <span className={styles.stateText}>
          <Trash2 aria-hidden size={14} strokeWidth={1.75} />
          {isVideoDeleted ? trashText('story.video') : t('moment.inTrash')}
        </span>
        <Button size="small" icon={Undo2} onClick={restore}>
          {isVideoDeleted ? trashText('story.restore') : t('restore')}
        </Button>
      </p>
    );
  }
  if (!isFileMissing) return null;
  return (
    <p className={styles.state}>
      <span className={styles.stateText}>
        <FileX2 aria-hidden size={14} strokeWidth={1.75} />
        {t('moment.noFile')}
      </span>
    </p>
  );
}
