import { X } from 'lucide-react';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../../api/endpoints.ts';
import { applyStatus } from '../../api/live/live-jobs.ts';
import { useSpeechAhead } from '../../api/live/speech-later.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { SpeechNote } from '../../ui/feedback/speech-note.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './page.module.css';
import { useVideoText } from './text.ts';

/** Progress of the analysis with a stop button. */
export function RunBar({ video, status }: { video: Video; status: JobStatus | undefined }) {
  const t = useVideoText();
  const messages = useMessages();
  const formats = useFormats();
  const speech = useSpeechAhead(video, status);
  const isQueued = video.status === 'queued';
  const stop = async () => {
    try {
      applyStatus(await api.jobs.cancel(video.job_id));
      toast(t('stop.done'));
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  // A queued analysis has one where it waits for more than its place, such as a paused queue.
  const stage =
    status?.stage == null ? t(isQueued ? 'queued' : 'progress') : messages.text(status.stage_text, status.stage);
  return (
    <div className={styles.run}>
      <div className={styles.runText}>
        <span className={styles.runStage}>{stage}</span>
        {status && !isQueued && <span>{formats.percent(status.progress / 100)}</span>}
        {status?.speed != null && <span>{formats.number(status.speed)}×</span>}
        {status?.eta_seconds != null && <span>{t('eta', { span: formats.span(status.eta_seconds) })}</span>}
        <IconButton icon={X} size="small" label={t('cancel')} onClick={() => void stop()} />
      </div>
      <Progress value={isQueued ? 0 : (status?.progress ?? null)} label={t('progress')} />
      {speech && <SpeechNote {...speech} />}
    </div>
  );
}
