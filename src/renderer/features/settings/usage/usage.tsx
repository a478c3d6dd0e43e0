import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { UsageRecord } from '../../../../contract/account/usage.ts';
import { isModuleName } from '../../../../contract/analysis/modules.ts';
import { loadable } from '../../../api/loadable.tsx';
import { queries, useVideos } from '../../../api/queries.ts';
import { LOW_QUOTA_PERCENT, useShowsQuota } from '../../../api/uploads/quota.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';
import { Bonus } from './bonus.tsx';
import { minutesPerDay } from './days.ts';
import { recordLength } from './record-length.ts';

const UsageChart = loadable(async () => (await import('./usage-chart.tsx')).UsageChart);

const RUNS = 20;

/** Quota, minutes per day, and recent jobs. */
export function Usage() {
  const t = useSettingsText();
  const formats = useFormats();
  const { data: summary, error, refetch } = useQuery(queries.usageSummary);
  const showsQuota = useShowsQuota(summary);
  const { data: records } = useQuery(queries.usage);
  const days = useMemo(() => minutesPerDay(records ?? []), [records]);
  if (error && !summary) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!summary || !records) return <Skeleton className={styles.skeleton} />;

  const total = days.reduce((sum, day) => sum + day.minutes, 0);
  const used = t('usage.of', {
    used: formats.number(summary.total_limit_minutes - summary.remaining_trial_minutes),
    limit: formats.number(summary.total_limit_minutes),
  });
  const about = [
    used,
    t('usage.left', { left: formats.number(summary.remaining_trial_minutes) }),
    ...(summary.bonus_minutes > 0 ? [t('usage.bonus', { count: formats.number(summary.bonus_minutes) })] : []),
  ];
  return (
    <>
      {showsQuota && (
        <>
          <section className={styles.block}>
            <h2 className={styles.heading}>{t('usage.allocation')}</h2>
            <Progress
              value={summary.usage_percentage}
              label={used}
              tone={summary.usage_percentage >= LOW_QUOTA_PERCENT ? 'bad' : 'accent'}
            />
            <p className={styles.about}>{about.join(' · ')}</p>
            {summary.usage_percentage >= LOW_QUOTA_PERCENT && (
              <Notice tone="warn">{t(summary.trial_status === 'expired' ? 'usage.out' : 'usage.low')}</Notice>
            )}
          </section>
          <Bonus />
        </>
      )}
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('usage.chart')}</h2>
        <UsageChart
          fallback={<Skeleton className={styles.skeleton} />}
          days={days}
          label={t('usage.chart.text', {
            total: formats.number(total),
            max: formats.number(Math.max(...days.map((day) => day.minutes))),
          })}
        />
      </section>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('usage.runs')}</h2>
        {records.length === 0 ? <p className={styles.about}>{t('usage.none')}</p> : <Runs records={records} />}
      </section>
    </>
  );
}

function Runs({ records }: { records: readonly UsageRecord[] }) {
  const t = useSettingsText();
  const formats = useFormats();
  const { data: videos } = useVideos();
  const names = useMemo(() => new Map(videos?.map(({ job_id, name }) => [job_id, name])), [videos]);
  const nameOf = ({ job_id }: UsageRecord) => {
    const name = names.get(job_id);
    if (name === undefined) return videos ? t('usage.deleted') : '';
    return <Link href={`/videos/${job_id}`}>{name}</Link>;
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('usage.when')}</th>
          <th scope="col">{t('usage.video')}</th>
          <th scope="col">{t('usage.length')}</th>
          <th scope="col">{t('usage.time')}</th>
          <th scope="col" className={styles.wideOnly}>
            {t('usage.modules')}
          </th>
        </tr>
      </thead>
      <tbody>
        {records.slice(0, RUNS).map((record) => (
          <tr key={record.id}>
            <td>{formats.ago(record.created_at)}</td>
            <td dir="auto" className={styles.breaking}>
              {nameOf(record)}
            </td>
            <td>{record.state === 'void' ? t('usage.void') : formats.position(recordLength(record))}</td>
            <td>{record.state === 'pending' ? t('usage.pending') : formats.span(record.processing_time)}</td>
            <td className={styles.wideOnly}>
              <span className={styles.actions}>
                {(JSON.parse(record.modules) as string[]).filter(isModuleName).map((name) => (
                  <ModuleIcon key={name} name={name} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
