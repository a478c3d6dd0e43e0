import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BrandRescan, BrandRescanProgress } from '../../../../contract/analysis/brands.ts';
import { api } from '../../../api/endpoints.ts';
import { queries, useVideos } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { VIDEOS } from '../../../api/video-cache.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import styles from './brands.module.css';

const POLL_MS = 1500;

/** Rescans saved stills of existing videos for brands. */
export function RescanVideos() {
  const t = useSettingsText();
  const { data: videos } = useVideos();
  const [left, setLeft] = useState(0);
  const { data: progress } = useQuery({
    ...queries.brandsProgress,
    refetchInterval: left > 0 && POLL_MS,
  });
  const [applied, setApplied] = useState<BrandRescan | null>(null);
  const [isStarting, setStarting] = useState(false);
  useEffect(() => {
    if (!progress) return;
    setLeft(progress.left);
    // Refreshes open video pages.
    if (left > 0 && progress.left === 0) invalidate(VIDEOS.queryKey, ['results']);
  }, [progress, left]);

  const start = async () => {
    setStarting(true);
    await runAction(async () => setApplied(await api.logos.apply()));
    setStarting(false);
    invalidate(VIDEOS.queryKey, queries.brandsProgress.queryKey);
  };
  const completed = videos?.filter(({ status }) => status === 'completed').length ?? 0;
  const isRunning = isStarting || left > 0;
  return (
    <section className={page.block}>
      <h2 className={page.heading}>{t('again.title')}</h2>
      <p className={page.about}>{t('again.about')}</p>
      <div className={page.line}>
        <Button icon={ScanSearch} disabled={completed === 0 || isRunning} onClick={() => void start()}>
          {t('again.do', { count: completed })}
        </Button>
      </div>
      {videos && completed === 0 && !isRunning && <p className={page.facts}>{t('again.none')}</p>}
      <div role="status" className={styles.outcome}>
        {progress && progress.total > 0 && <Outcome progress={progress} />}
        {applied && <LeftOut applied={applied} />}
      </div>
    </section>
  );
}

function Outcome({ progress: { total, left, failed, found } }: { progress: BrandRescanProgress }) {
  const t = useSettingsText();
  if (left > 0) {
    const label = t('again.progress', { done: total - left, total });
    return (
      <>
        <p>{label}</p>
        <Progress value={((total - left) / total) * 100} label={label} />
      </>
    );
  }
  return (
    <>
      {total > failed && <p>{t('again.done', { count: total - failed, found })}</p>}
      {failed > 0 && <p>{t('again.failed', { count: failed })}</p>}
    </>
  );
}

/** Reasons for skipped videos. */
function LeftOut({ applied: { videos } }: { applied: BrandRescan }) {
  const t = useSettingsText();
  const messages = useMessages();
  const of = (outcome: BrandRescan['videos'][number]['outcome']) => videos.filter((video) => video.outcome === outcome);
  const [busy, without, failed] = [of('busy').length, of('no_pictures').length, of('failed')];
  return (
    <>
      {busy > 0 && <p>{t('again.busy', { count: busy })}</p>}
      {without > 0 && <p>{t('again.pictures', { count: without })}</p>}
      {failed[0] && <p>{t('again.refused', { count: failed.length, reason: messages.failure(failed[0]) })}</p>}
    </>
  );
}
