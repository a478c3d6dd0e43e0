import { useCallback } from 'react';
import { chosenFiles } from '../../api/dropped-files.ts';
import { addFiles } from '../../api/uploads.ts';
import type { AddVideos } from '../../ui/lib/add-videos.ts';
import { pickFiles } from '../../ui/lib/files.ts';
import { useLeftOutToast } from './left-out.tsx';

/** Adds files from the system's file dialog. */
export function useAddFromDialog(): AddVideos {
  const showLeftOut = useLeftOutToast();
  return useCallback(
    (from, projectId = null) => {
      void pickFiles(from).then(async (files) => showLeftOut(await addFiles(chosenFiles(files), projectId)));
    },
    [showLeftOut],
  );
}
