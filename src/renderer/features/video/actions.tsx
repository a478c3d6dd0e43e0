import { Download, Ellipsis, Share2 } from 'lucide-react';
import type { Video } from '../../../contract/library/video.ts';
import { isBusy, useHasResults } from '../../api/live/live-jobs.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { videoMenu } from '../../ui/media/video-menu.ts';
import { downloadFile } from './download-file.ts';
import { useVideoText } from './text.ts';

/** Actions for the video. */
export function Actions({ video, isNarrow }: { video: Video; isNarrow: boolean }) {
  const t = useVideoText();
  const words = useUiText();
  const jobId = video.job_id;
  const hasResults = useHasResults(video);
  const entries = videoMenu(
    video,
    { isBusy: isBusy(video), hasResults, withResults: isNarrow, onDownload: () => void downloadFile(video) },
    words,
  );
  return (
    <>
      {!isNarrow && hasResults && (
        <>
          <Button icon={Share2} onClick={() => openOverlay({ kind: 'share', jobId })}>
            {t('share')}
          </Button>
          <Button icon={Download} onClick={() => openOverlay({ kind: 'export', jobId })}>
            {t('export')}
          </Button>
        </>
      )}
      <Menu entries={entries}>
        <IconButton icon={Ellipsis} label={t('more')} />
      </Menu>
    </>
  );
}
