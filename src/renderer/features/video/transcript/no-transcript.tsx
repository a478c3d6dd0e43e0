import { AudioLines, Ear, MicOff, VolumeOff } from 'lucide-react';
import type { JobStatus } from '../../../../contract/analysis/job.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** Empty state of the transcript, by status of the video. */
export function NoTranscript({
  video,
  status,
  isLoading,
  isSilent,
}: {
  video: Video;
  status: JobStatus | undefined;
  isLoading: boolean;
  /** Whether the file has no audio track. */
  isSilent: boolean;
}) {
  const t = useTranscriptText();
  const messages = useMessages();
  if (isLoading) {
    return (
      <div className={styles.skeleton}>
        {ROWS.map((row) => (
          <Skeleton key={row} />
        ))}
      </div>
    );
  }
  if (isSilent) return <EmptyState icon={VolumeOff} title={t('none.noAudio')} text={t('none.noAudioText')} />;
  const run = status?.modules.find(({ module }) => module === 'transcription');
  if (isBusy(video) && run) {
    return <EmptyState icon={Ear} title={t('none.running')} text={t('none.runningText')} />;
  }
  if (run?.status === 'completed') {
    return <EmptyState icon={MicOff} title={t('none.silent')} text={t('none.silentText')} />;
  }
  const action = isBusy(video) ? undefined : (
    <Button look="primary" onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
      {t('none.analyze')}
    </Button>
  );
  const hasFailed = run?.error != null && (run.status === 'failed' || run.status === 'skipped');
  return (
    <EmptyState
      icon={AudioLines}
      title={t('none.missing')}
      text={hasFailed ? messages.failure(run) : t('none.missingText')}
      action={action}
    />
  );
}
