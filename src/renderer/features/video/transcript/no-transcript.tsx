import { AudioLines, Ear, MicOff, VolumeOff } from 'lucide-react';
import type { JobStatus } from '../../../../contract/analysis/job.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { queueAnalysis } from '../../../api/live/queue-analysis.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
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
    const title = t(video.status === 'queued' ? 'none.queued' : 'none.running');
    return <EmptyState icon={Ear} title={title} text={t('none.runningText')} />;
  }
  if (run?.status === 'completed') {
    return <EmptyState icon={MicOff} title={t('none.silent')} text={t('none.silentText')} />;
  }
  const hasFailed = run?.error != null && (run.status === 'failed' || run.status === 'skipped');
  const isLeft = video.status === 'completed' && !run;
  const analyze = () => openOverlay({ kind: 'process', jobIds: [video.job_id] });
  const action = isBusy(video) ? undefined : (
    <Button look="primary" onClick={isLeft ? () => void transcribe(video) : analyze}>
      {t(isLeft ? 'none.transcribe' : 'none.analyze')}
    </Button>
  );
  return (
    <EmptyState
      icon={AudioLines}
      title={t('none.missing')}
      text={hasFailed ? messages.failure(run) : t(isLeft ? 'none.leftText' : 'none.missingText')}
      action={action}
    />
  );
}

/** Notice that a transcript ends before its video, since its analysis was stopped or speech was left for later. */
export function PartialTranscript({ video, end }: { video: Video; end: number }) {
  const t = useTranscriptText();
  const formats = useFormats();
  const action = (
    <Button size="small" onClick={() => void transcribe(video)}>
      {t('none.transcribe')}
    </Button>
  );
  return (
    <div className={styles.partial}>
      <Notice action={action}>{t('partial', { time: formats.position(end) })}</Notice>
    </div>
  );
}

async function transcribe({ job_id }: Video): Promise<void> {
  try {
    await queueAnalysis(job_id, { modules: ['transcription'], resume: true });
  } catch (error) {
    toast(errorText(error), { tone: 'bad' });
  }
}
