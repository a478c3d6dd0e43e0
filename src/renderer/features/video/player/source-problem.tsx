import { FileClock, FileQuestion, FileWarning, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { SourceState } from '../../../../contract/library/media-details.ts';
import { api } from '../../../api/endpoints.ts';
import { invalidate } from '../../../api/query-client.ts';
import { refreshVideo } from '../../../api/video-cache.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useVideoText } from '../text.ts';
import styles from './player.module.css';

const ICONS = { missing: FileQuestion, changed: FileWarning, checking: FileClock } as const;

/** A source file that is missing, changed, or being checked, with the ways out. */
export function SourceProblem({ jobId, state }: { jobId: string; state: Exclude<SourceState, 'ok'> }) {
  const t = useVideoText();
  const [isAsking, setAsking] = useState(false);
  const replace = async () => {
    try {
      await api.videos.relink(jobId, { replace: true });
      await refreshVideo(jobId);
      invalidate(['media', jobId], ['playback', jobId], ['proxy', jobId], ['results', jobId], ['job', jobId]);
      toast(t('replaced'), { tone: 'good' });
    } catch (error) {
      toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
    }
  };
  return (
    <>
      <EmptyState
        icon={ICONS[state]}
        title={t(`${state}.title`)}
        text={t(`${state}.text`)}
        action={
          state !== 'checking' && (
            <span className={styles.ways}>
              <Button look="primary" icon={Link2} onClick={() => openOverlay({ kind: 'relink', jobId })}>
                {t('relink')}
              </Button>
              {state === 'changed' && <Button onClick={() => setAsking(true)}>{t('replace')}</Button>}
            </span>
          )
        }
      />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('replace.title')}
        description={t('replace.text')}
        confirm={t('replace.do')}
        onConfirm={() => void replace()}
      />
    </>
  );
}
