import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../api/queries.ts';
import { closeToast, useTrashToasts } from '../ui/feedback/toast.tsx';

/** Closes the messages that undo a move to the trash once their items have left it, here or in another window. */
export function useTrashNotices(): void {
  const notices = useTrashToasts();
  const { data: trash, dataUpdatedAt } = useQuery({ ...queries.trash, enabled: notices.length > 0 });
  useEffect(() => {
    if (!trash) return;
    const inTrash = {
      videos: new Set(trash.videos.map(({ job_id }) => job_id)),
      moments: new Set(trash.moments.map(({ id }) => id)),
      stories: new Set(trash.stories.map(({ id }) => id)),
    };
    for (const { id, trashed, shownAt } of notices) {
      // An older list lacks the items.
      if (trashed && shownAt < dataUpdatedAt && !trashed.ids.some((each) => inTrash[trashed.kind].has(each))) {
        closeToast(id);
      }
    }
  }, [notices, trash, dataUpdatedAt]);
}
