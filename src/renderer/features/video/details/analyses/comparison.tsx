import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ModuleName } from '../../../../../contract/analysis/modules.ts';
import type { Analysis, AnalysisComparison, FindingChange } from '../../../../../contract/evidence/analyses.ts';
import type { Video } from '../../../../../contract/library/video.ts';
import { engineName } from '../../../../../core/texts/engine-name.ts';
import { queries } from '../../../../api/queries.ts';
import { Button, IconButton } from '../../../../ui/controls/button.tsx';
import { Chip } from '../../../../ui/controls/chip.tsx';
import { Select } from '../../../../ui/controls/select.tsx';
import { ErrorState, Skeleton } from '../../../../ui/feedback/states.tsx';
import { useFormats } from '../../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../../ui/media/module-icon.tsx';
import { useEvidenceText } from '../evidence-text.ts';
import panel from '../panel.module.css';
import { ChangeRow } from './change-row.tsx';
import styles from './comparison.module.css';

const KINDS = ['added', 'gone', 'changed'] as const;
type Kind = FindingChange['kind'];

/** Number of changes that are shown at first, and more with each click. */
const PAGE = 100;

/** Moves the focus to a view that replaces the one with the button that opened it. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Two analyses of a video: which findings were added, are gone, or changed. */
export function Comparison({ video, from: first, onClose }: { video: Video; from: string; onClose(): void }) {
  const t = useEvidenceText();
  const formats = useFormats();
  const { job_id: jobId, updated_at: stage } = video;
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState('current');
  const { data: list } = useQuery(queries.analyses(jobId, stage));
  const { data, error, refetch } = useQuery(queries.comparison(jobId, stage, from, to));
  const nameOf = ({ id, finished_at: at }: Analysis) => {
    const date = at === null ? t('analyses.undated') : formats.date(at);
    return id === 'current' ? t('compare.current', { date }) : date;
  };
  const options = (list?.analyses ?? []).map((analysis) => ({ value: analysis.id, label: nameOf(analysis) }));
  return (
    <div className={panel.panel}>
      <section className={panel.section}>
        <div className={styles.head}>
          <IconButton icon={ArrowLeft} label={t('compare.back')} onClick={onClose} />
          <h2 ref={focus} tabIndex={-1} className={styles.title}>
            {t('compare')}
          </h2>
        </div>
        <div className={styles.choice}>
          <Select label={t('compare.from')} value={from} options={options} onChange={setFrom} />
          <Select label={t('compare.to')} value={to} options={options} onChange={setTo} />
        </div>
        <p className={styles.note}>{t('compare.note')}</p>
      </section>
      {error && !data && <ErrorState title={t('compare.error')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={styles.skeleton} />}
      {data && <Differences key={`${from} ${to}`} comparison={data} />}
    </div>
  );
}

function Differences({ comparison: { modules, changes, omitted } }: { comparison: AnalysisComparison }) {
  const t = useEvidenceText();
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const [module, setModule] = useState<ModuleName | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const wanted = useMemo(
    () => changes.filter((change) => !hidden.includes(change.kind) && (module === null || change.module === module)),
    [changes, hidden, module],
  );
  const total = (kind: Kind) => modules.reduce((sum, counts) => sum + counts[kind], 0);
  return (
    <>
      <section className={panel.section}>
        <ul className={styles.modules} aria-label={t('compare.modules')}>
          {modules.map((counts) => (
            <ModuleCounts
              key={counts.module}
              counts={counts}
              isChosen={module === counts.module}
              onChoose={() => setModule(module === counts.module ? null : counts.module)}
            />
          ))}
        </ul>
      </section>
      <section className={panel.section}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
        <div role="group" aria-label={t('compare.kinds')} className={styles.kinds}>
          {KINDS.map((kind) => (
            <Chip
              key={kind}
              pressed={!hidden.includes(kind)}
              count={total(kind)}
              disabled={total(kind) === 0}
              onClick={() =>
                setHidden(hidden.includes(kind) ? hidden.filter((other) => other !== kind) : [...hidden, kind])
              }
            >
              {t(`compare.${kind}`)}
            </Chip>
          ))}
        </div>
        {changes.length === 0 && <p className={styles.none}>{t('compare.same')}</p>}
        {changes.length > 0 && wanted.length === 0 && <p className={styles.none}>{t('compare.none')}</p>}
        <ol className={styles.changes}>
          {wanted.slice(0, limit).map((change, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no ids, and the list only grows at its end
            <ChangeRow key={i} change={change} />
          ))}
        </ol>
        {wanted.length > limit && (
          <Button size="small" className={styles.more} onClick={() => setLimit(limit + PAGE)}>
            {t('compare.more', { count: Math.min(PAGE, wanted.length - limit) })}
          </Button>
        )}
        {omitted > 0 && wanted.length <= limit && (
          <p className={styles.note}>{t('compare.omitted', { count: omitted })}</p>
        )}
      </section>
    </>
  );
}

/** Counts and engines of a module; a click lists its changes alone. */
function ModuleCounts({
  counts,
  isChosen,
  onChoose,
}: {
  counts: AnalysisComparison['modules'][number];
  isChosen: boolean;
  onChoose(): void;
}) {
  const t = useEvidenceText();
  const { module, from_engine: before, to_engine: after, added, gone, changed, same } = counts;
  const nameOf = (engine: string | null) => (engine === null ? t('compare.absent') : engineName(engine));
  // The same engine may have another version.
  const [from, to] = [nameOf(before), nameOf(after)];
  const engines = before === after ? after && to : from === to ? `${before} → ${after}` : `${from} → ${to}`;
  const parts = [
    ...KINDS.flatMap((kind) => (counts[kind] > 0 ? [t(`compare.${kind}Count`, { count: counts[kind] })] : [])),
    ...(same > 0 ? [t('compare.sameCount', { count: same })] : []),
  ];
  return (
    <li>
      <button
        type="button"
        className={styles.module}
        aria-pressed={isChosen}
        disabled={added + gone + changed === 0}
        onClick={onChoose}
      >
        <ModuleIcon name={module} withName />
        <span className={styles.counts}>{parts.join(' · ')}</span>
        {engines && <span className={styles.engines}>{engines}</span>}
      </button>
    </li>
  );
}
