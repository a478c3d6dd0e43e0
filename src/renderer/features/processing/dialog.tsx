import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Depth } from '../../../contract/analysis/depth.ts';
import { MODULE_CATALOG, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { Video } from '../../../contract/library/video.ts';
import { estimateSeconds } from '../../../core/modules/estimate.ts';
import { api, type RunRequest } from '../../api/endpoints.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { useShowsQuota } from '../../api/uploads/quota.ts';
import { DASHBOARD, VIDEOS } from '../../api/video-cache.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { DegradedResults } from './degraded-results.tsx';
import { DepthChoice } from './depth-choice.tsx';
import styles from './dialog.module.css';
import { ModuleList, ModulePresets } from './module-list.tsx';
import { modulesOf } from './presets.ts';
import { DEFAULT_OPTIONS, optionRequest, RunOptionFields } from './run-options.tsx';
import { useProcessingText } from './text.ts';
import { WritingCost } from './writing-cost.tsx';

/** Dialog that selects modules, shows the estimate, and starts the analysis. */
export function ProcessDialog({
  jobIds,
  modules: initial,
  onClose,
}: {
  jobIds: readonly string[];
  /** Selected initially; by default all. */
  modules: readonly ModuleName[] | undefined;
  onClose(): void;
}) {
  const t = useProcessingText();
  const formats = useFormats();
  const { data: all } = useVideos();
  const videos = (all ?? []).filter((video) => jobIds.includes(video.job_id));
  const projects = new Set(videos.map(({ project_id }) => project_id));
  const [project] = projects.size === 1 ? projects : [];
  const { data: modules, error, refetch } = useQuery(queries.modulesOf(project ?? undefined));
  const { data: runs } = useQuery(queries.usage);
  const { data: usage } = useQuery(queries.usageSummary);
  const [selection, setSelection] = useState<readonly ModuleName[] | null>(initial ?? null);
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  const [depth, setDepth] = useState<Depth>('full');
  const { data: models } = useQuery(queries.models);
  const [isBusy, setBusy] = useState(false);

  const shown = modules?.filter(({ name }) => depth === 'full' || MODULE_CATALOG[name].canPreview);
  const picks = selection ?? (modules ? modulesOf('all', modules) : []);
  const chosen = picks.filter((name) => depth === 'full' || MODULE_CATALOG[name].canPreview);
  const seconds = videos.reduce((sum, video) => sum + video.duration, 0);
  const minutes = seconds / 60;
  const estimate = () => {
    if (chosen.length === 0) return t('nothing');
    if (depth === 'preview') return t('estimate.preview');
    const needed = runs ? estimateSeconds(runs, chosen, seconds) : null;
    return needed === null ? t('estimate.none') : t('estimate.time', { span: formats.span(needed) });
  };
  const isOver = depth === 'full' && usage !== undefined && minutes > usage.remaining_trial_minutes;
  const canCount =
    chosen.includes('transcription') &&
    models?.models.some(({ task, status }) => task === 'speaker-embedding' && status === 'installed') === true;

  const toggle = (name: ModuleName, isOn: boolean) =>
    setSelection(isOn ? [...picks, name] : picks.filter((other) => other !== name));
  const start = async () => {
    setBusy(true);
    const depths = depth === 'full' ? {} : { depth };
    await startAnalyses(videos, { modules: chosen, ...depths, ...optionRequest(options, chosen, canCount) }, t);
    onClose();
  };

  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title={jobIds.length === 1 ? t('dialog.one') : t('dialog.many', { count: jobIds.length })}
      {...(videos.length === 1 && { description: videos[0]!.name })}
      actions={
        <>
          <p className={styles.estimate}>{estimate()}</p>
          <Button
            look="primary"
            icon={Play}
            disabled={isBusy || chosen.length === 0 || videos.length === 0 || isOver}
            onClick={() => void start()}
          >
            {t('start')}
          </Button>
        </>
      }
    >
      {error && !modules && <ErrorState error={error} onRetry={refetch} />}
      {!modules && !error && <Skeleton className={styles.skeleton} />}
      {modules && shown && (
        <>
          <DepthChoice value={depth} onChange={setDepth} />
          {depth === 'full' && <ModulePresets modules={modules} chosen={chosen} onChoose={setSelection} />}
          {modules.some(({ available, reason }) => available && reason !== null) && (
            <DegradedResults onLeave={onClose} />
          )}
          <ModuleList modules={shown} chosen={chosen} onToggle={toggle} onLeave={onClose} />
        </>
      )}
      {modules && depth === 'full' && <WritingCost modules={modules} chosen={chosen} seconds={seconds} />}
      <RunOptionFields
        jobIds={jobIds}
        chosen={chosen}
        canCount={canCount}
        value={options}
        onChange={(change) => setOptions((before) => ({ ...before, ...change }))}
      />
      {depth === 'full' && videos.some((video) => video.status === 'completed') && <Notice>{t('again')}</Notice>}
      {depth === 'full' && <QuotaNotice minutes={minutes} isOver={isOver} />}
    </Dialog>
  );
}

/** States how many minutes of the quota are left, where there is one. */
function QuotaNotice({ minutes, isOver }: { minutes: number; isOver: boolean }) {
  const t = useProcessingText();
  const formats = useFormats();
  const { data: usage } = useQuery(queries.usageSummary);
  const showsQuota = useShowsQuota(usage);
  if (!usage || !(isOver || showsQuota)) return null;
  return (
    <Notice tone={isOver ? 'bad' : 'info'}>
      {t(isOver ? 'quota.over' : 'quota.left', {
        minutes: formats.number(minutes),
        left: formats.number(usage.remaining_trial_minutes),
      })}
    </Notice>
  );
}

/** Starts the analyses of videos, and shows how many started and which failed. */
async function startAnalyses(
  videos: readonly Video[],
  run: RunRequest,
  t: ReturnType<typeof useProcessingText>,
): Promise<void> {
  const startOne = async ({ job_id, name }: Video): Promise<boolean> => {
    try {
      await api.videos.process(job_id, run);
      return true;
    } catch (thrown) {
      toast(t('failed.start', { name, reason: errorText(thrown) }), { tone: 'bad' });
      return false;
    }
  };
  const started = await Promise.all(videos.map(startOne));
  const count = started.filter(Boolean).length;
  if (count > 0) toast(t('started', { count }), { tone: 'good' });
  invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, ['usage'], ['job']);
}
