import { useCallback } from 'react';
import { addFiles } from '../../api/uploads.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import type { AddVideos } from '../../ui/lib/add-videos.ts';
import { pickFiles } from '../../ui/lib/files.ts';
import { useLibraryText } from './text.ts';

/** Adds files from the system's file dialog. */
export function useAddFromDialog(): AddVideos {
  const t = useLibraryText();
  return useCallback(
    (from, projectId = null) => {
      void pickFiles(from).then((files) => {
        const { left } = addFiles(files, projectId);
        if (left > 0) toast(t('drop.left', { count: left }));
      });
    },
    [t],
  );
}
