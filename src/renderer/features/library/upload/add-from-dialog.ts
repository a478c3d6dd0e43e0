import { useCallback } from 'react';
import { chosenFiles } from '../../../api/uploads/dropped-files.ts';
import { addFiles } from '../../../api/uploads/uploads.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { AddVideos } from '../../../ui/lib/add-videos.ts';
import { pickFiles } from '../../../ui/lib/files.ts';
import { useLibraryText } from '../text.ts';
import { useLeftOutToast } from './left-out.tsx';

/** The clip of `npm run demo:clip`, so that the screens can be tried without a file at hand. */
const SAMPLE = new URL('../sample.mp4', import.meta.url);

/** Adds files from the system's file dialog, or the sample video. */
export function useAddFromDialog(): AddVideos {
  const t = useLibraryText();
  const showLeftOut = useLeftOutToast();
  return useCallback(
    (from, projectId = null) => {
      const addSample = async () => {
        const response = await fetch(SAMPLE).catch(() => null);
        if (!response?.ok) return toast(t('sample.failed'));
        const file = new File([await response.blob()], `${t('sample.name')}.mp4`, { type: 'video/mp4' });
        await addFiles({ files: [file], left: [] }, projectId);
      };
      if (from === 'sample') void addSample();
      else void pickFiles(from).then(async (files) => showLeftOut(await addFiles(chosenFiles(files), projectId)));
    },
    [showLeftOut, t],
  );
}
