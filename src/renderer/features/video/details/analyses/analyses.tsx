import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Analysis, AnalysisList } from '../../../../../contract/evidence/analyses.ts';
import type { Video } from '../../../../../contract/library/video.ts';
import { engineName } from '../../../../../core/texts/engine-name.ts';
import { api } from '../../../../api/endpoints.ts';
import { isBusy } from '../../../../api/live/live-jobs.ts';
import { queries } from '../../../../api/queries.ts';
import { invalidate } from '../../../../api/query-client.ts';
import { refreshVideo } from '../../../../api/video-cache.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { ErrorState, Skeleton } from '../../../../ui/feedback/states.tsx';
import { toast } from '../../../../ui/feedback/toast.tsx';
import { errorText } from '../../../../ui/lib/messages.ts';
import { useFormats } from '../../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../../ui/media/module-icon.tsx';
import { useEvidenceText } from '../evidence-text.ts';
import panel from '../panel.module.css';
import styles from './analyses.module.css';

/** The analyses of a video: the present one, and earlier ones to compare and restore. */
export function Analyses({ video, onCompare }: { video: Video; onCompare(from: string): void }) {
  const t = useEvidenceText();
  const { job_id: jobId } = video;
  const { data, error, refetch } = useQuery(queries.analyses(jobId, video.updated_at));
  const [isRestoring, setRestoring] = useState(false);
  const restore = async (id: string, done: string) => {
    setRestoring(true);
    try {
      const after = await api.analyses.restore(jobId, id);
      await refreshVideo(jobId);
      invalidate(['results', jobId], ['job', jobId], ['analyses', jobId], ['history', jobId], ['speakers', jobId]);
      // The analysis that was exchanged is now the newest of the earlier ones.
      const exchanged = after.analyses.find((each) => each.id !== 'current');
      toast(done, {
        tone: 'good',
        action: exchanged && { label: t('undo'), run: () => void restore(exchanged.id, t('analyses.undone')) },
      });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    setRestoring(false);
  };
  return (
    <section className={panel.section} aria-labelledby="analyses-heading">
      <h2 id="analyses-heading" className={panel.heading}>
        {t('analyses')}
      </h2>
      {error && !data && <ErrorState title={t('analyses.error')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={styles.skeleton} />}
      {data && !hasEarlier(data) && <p className={styles.none}>{t('analyses.none', { count: data.max_kept })}</p>}
      {data && hasEarlier(data) && (
        <ul className={styles.list}>
          {data.analyses.map((analysis) => (
            <AnalysisRow
              key={analysis.id}
              analysis={analysis}
              canRestore={!isRestoring && !isBusy(video)}
              onCompare={() => onCompare(analysis.id)}
              onRestore={(date) => void restore(analysis.id, t('analyses.restored', { date }))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function hasEarlier({ analyses }: AnalysisList): boolean {
  return analyses.some(({ id }) => id !== 'current');
}

function AnalysisRow({
  analysis,
  canRestore,
  onCompare,
  onRestore,
}: {
  analysis: Analysis;
  canRestore: boolean;
  onCompare(): void;
  onRestore(date: string): void;
}) {
  const t = useEvidenceText();
  const formats = useFormats();
  const { id, finished_at: finishedAt, modules } = analysis;
  const isCurrent = id === 'current';
  const date = finishedAt === null ? t('analyses.undated') : formats.date(finishedAt);
  const count = modules.reduce((sum, { findings }) => sum + findings, 0);
  return (
    <li className={styles.analysis}>
      <p className={styles.head}>
        <span className={styles.date}>{date}</span>
        {isCurrent && <span className={styles.badge}>{t('analyses.current')}</span>}
        <span className={styles.count}>{t('analyses.findings', { count })}</span>
      </p>
      <ul className={styles.modules}>
        {modules.map(({ module, engine, findings }) => (
          <li key={module} className={styles.module}>
            <ModuleIcon name={module} withName />
            <span className={styles.engine} title={engine ?? undefined}>
              {engine && engineName(engine)}
            </span>
            <span className={styles.number}>{formats.number(findings)}</span>
          </li>
        ))}
      </ul>
      {!isCurrent && (
        <div className={styles.actions}>
          <Button
            size="small"
            icon={GitCompareArrows}
            onClick={onCompare}
            aria-label={t('analyses.compareOf', { date })}
          >
            {t('analyses.compare')}
          </Button>
          <Button
            size="small"
            icon={Undo2}
            disabled={!canRestore}
            onClick={() => onRestore(date)}
            aria-label={t('analyses.restoreOf', { date })}
          >
            {t('analyses.restore')}
          </Button>
        </div>
      )}
    </li>
  );
}
