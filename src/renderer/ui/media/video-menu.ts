import { Download, FileDown, FolderInput, PencilLine, RefreshCw, Share2, Trash2 } from 'lucide-react';
import type { Video } from '../../../contract/library/video.ts';
import type { MenuEntry } from '../controls/menu.tsx';
import { openOverlay } from '../lib/overlays.ts';
import type { useUiText } from '../lib/ui-text.ts';

export interface VideoMenuState {
  isBusy: boolean;
  hasResults: boolean;
  /** Whether to offer sharing and exporting, which may have buttons of their own. */
  withResults: boolean;
  onDownload(): void;
}

/** Commands on a video, in its card's context menu and on its page. */
export function videoMenu(
  { job_id: jobId }: Video,
  { isBusy, hasResults, withResults, onDownload }: VideoMenuState,
  t: ReturnType<typeof useUiText>,
): MenuEntry[] {
  const jobIds = [jobId];
  return [
    ...(withResults
      ? [
          {
            id: 'share',
            label: t('video.share'),
            icon: Share2,
            disabled: !hasResults,
            onSelect: () => openOverlay({ kind: 'share', jobId }),
          },
          {
            id: 'export',
            label: t('video.export'),
            icon: Download,
            disabled: !hasResults,
            onSelect: () => openOverlay({ kind: 'export', jobId }),
          },
        ]
      : []),
    {
      id: 'analyze',
      label: t(hasResults ? 'video.again' : 'video.analyze'),
      icon: RefreshCw,
      disabled: isBusy,
      onSelect: () => openOverlay({ kind: 'process', jobIds }),
    },
    { separator: true },
    {
      id: 'rename',
      label: t('video.rename'),
      icon: PencilLine,
      onSelect: () => openOverlay({ kind: 'rename-video', jobId }),
    },
    {
      id: 'move',
      label: t('video.move'),
      icon: FolderInput,
      onSelect: () => openOverlay({ kind: 'move-videos', jobIds }),
    },
    { id: 'download', label: t('video.download'), icon: FileDown, onSelect: onDownload },
    { separator: true },
    {
      id: 'delete',
      label: t('video.delete'),
      icon: Trash2,
      danger: true,
      onSelect: () => openOverlay({ kind: 'trash-videos', jobIds }),
    },
  ];
}
