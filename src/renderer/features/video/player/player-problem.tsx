import { CircleAlert, MonitorX } from 'lucide-react';
import type { MediaDetails } from '../../../../contract/library/media-details.ts';
import type { ProxyStatus } from '../../../../contract/library/proxies.ts';
import { codecName } from '../../../../core/texts/media-names.ts';
import { isPending } from '../../../api/playable-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import styles from './player.module.css';
import { SourceProblem } from './source-problem.tsx';

export interface PlayerProblemProps {
  jobId: string;
  facts: MediaDetails | undefined;
  proxy: ProxyStatus | undefined;
  poster: string | undefined;
  onRetry(): Promise<void>;
}

/** Replaces the video if it can't be played; shows the progress of the playable copy. */
export function PlayerProblem({ jobId, facts, proxy, poster, onRetry }: PlayerProblemProps) {
  const t = useVideoText();
  const messages = useMessages();
  const formats = useFormats();
  const retry = () =>
    onRetry().catch((error: unknown) => toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' }));
  if (facts && facts.source_state !== 'ok') {
    return (
      <div className={styles.problem}>
        <SourceProblem jobId={jobId} state={facts.source_state} />
      </div>
    );
  }
  if (proxy && (isPending(proxy) || proxy.state === 'ready')) {
    const value = proxy.state === 'waiting' ? null : proxy.progress;
    const text = value === null ? t('proxy.waiting') : t('proxy.making', { percent: formats.percent(value / 100) });
    return (
      <div className={styles.making}>
        {poster !== undefined && <img src={poster} alt="" className={styles.poster} />}
        <div className={styles.copy}>
          <p role="status">{text}</p>
          <Progress value={value} label={t('proxy.label')} />
          <p className={styles.hint}>{t('proxy.hint')}</p>
        </div>
      </div>
    );
  }
  if (proxy?.state === 'failed') {
    return (
      <div className={styles.problem}>
        <EmptyState
          icon={CircleAlert}
          title={t('proxy.failed')}
          text={proxy.error === null ? undefined : messages.failure(proxy)}
          action={<Button onClick={() => void retry()}>{t('proxy.retry')}</Button>}
        />
      </div>
    );
  }
  const codec = codecName(facts?.video?.codec ?? facts?.audio?.codec ?? facts?.container ?? '?');
  return (
    <div className={styles.problem}>
      <EmptyState icon={MonitorX} title={t('broken.title')} text={t('broken.text', { codec })} />
    </div>
  );
}
