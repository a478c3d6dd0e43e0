import { Download, FolderInput, FolderOpen, RefreshCw, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import { videoDownload } from '../../api/download-video.ts';
import { isBusy, useJobs } from '../../api/live/live-jobs.ts';
import type { MenuEntry } from '../../ui/controls/menu.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { saveUrl } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { videoMenu } from '../../ui/media/video-menu.ts';
import type { Selection } from './selection.ts';

/** Entries of the context menu of a card: for the selected videos if it is one of several, otherwise for its own. */
export function useVideoMenuAt(
  videos: readonly Video[],
  selection: Selection,
): (target: Element) => readonly MenuEntry[] {
  const t = useUiText();
  const [, navigate] = useLocation();
  const download = async (video: Video) => {
    try {
      const { url, name } = await videoDownload(video);
      saveUrl(url, name);
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  const ofSeveral = (jobIds: readonly string[]): MenuEntry[] => [
    { label: t('video.analyze'), icon: RefreshCw, onSelect: () => openOverlay({ kind: 'process', jobIds }) },
    { label: t('video.export'), icon: Download, onSelect: () => openOverlay({ kind: 'export-many', jobIds }) },
    { label: t('video.move'), icon: FolderInput, onSelect: () => openOverlay({ kind: 'move-videos', jobIds }) },
    { separator: true },
    {
      label: t('video.delete'),
      icon: Trash2,
      danger: true,
      onSelect: () => openOverlay({ kind: 'trash-videos', jobIds }),
    },
  ];
  return (target) => {
    const jobId = target.closest<HTMLElement>('li[data-key]')?.dataset['key'];
    const video = videos.find(({ job_id }) => job_id === jobId);
    if (!video) return [];
    if (selection.ids.length > 1 && selection.has(video.job_id)) return ofSeveral(selection.ids);
    const state = useJobs.getState().statuses[video.job_id];
    const hasResults = video.status === 'completed' || state?.has_results === true;
    return [
      { label: t('video.open'), icon: FolderOpen, onSelect: () => navigate(`/videos/${video.job_id}`) },
      ...videoMenu(
        video,
        { isBusy: isBusy(video), hasResults, withResults: true, onDownload: () => void download(video) },
        t,
      ),
    ];
  };
}
