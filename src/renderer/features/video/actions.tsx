import { Download, Ellipsis, RefreshCw, Share2 } from 'lucide-react';
import type { Video } from '../../../contract/video.ts';
import { isBusy, useHasResults } from '../../api/live-jobs.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useVideoText } from './text.ts';

/** Actions for the video. */
export function Actions({ video, isNarrow }: { video: Video; isNarrow: boolean }) {
  const t = useVideoText();
  const jobId = video.job_id;
  const hasResults = useHasResults(video);
  const share = () => openOverlay({ kind: 'share', jobId });
  const save = () => openOverlay({ kind: 'export', jobId });
  const again = {
    label: hasResults ? t('again') : t('analyze'),
    icon: RefreshCw,
    disabled: isBusy(video),
    onSelect: () => openOverlay({ kind: 'process', jobIds: [jobId] }),
  };
  const others = isNarrow
    ? [
        { label: t('share'), icon: Share2, disabled: !hasResults, onSelect: share },
        { label: t('export'), icon: Download, disabled: !hasResults, onSelect: save },
      ]
    : [];
  return (
    <>
      {!isNarrow && hasResults && (
        <>
          <Button icon={Share2} onClick={share}>
            {t('share')}
          </Button>
          <Button icon={Download} onClick={save}>
            {t('export')}
          </Button>
        </>
      )}
      <Menu entries={[...others, again]}>
        <IconButton icon={Ellipsis} label={t('more')} />
      </Menu>
    </>
  );
}
