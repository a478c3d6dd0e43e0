import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Depth } from '../../../contract/analysis/depth.ts';
import { MODULE_CATALOG, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { SpeechOptions } from '../../../contract/analysis/processing.ts';
import type { TextLanguage } from '../../../contract/analysis/text-languages.ts';
import type { TrackChoice } from '../../../contract/library/tracks.ts';
import type { Video } from '../../../contract/library/video.ts';
import { estimateSeconds } from '../../../core/modules/estimate.ts';
import { api } from '../../api/endpoints.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { useShowsQuota } from '../../api/uploads/quota.ts';
import { DASHBOARD, VIDEOS } from '../../api/video-cache.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextLanguagesField } from '../../ui/controls/text-languages.tsx';
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
import { SpeechChoice } from './speech-choice.tsx';
import { useProcessingText } from './text.ts';
import { TrackChoiceFields } from './track-choice.tsx';
import { WritingCost } from './writing-cost.tsx';

/** Number of speakers that the analysis finds, and the largest one that can be chosen. */
const DETECT = '';
const MAX_SPEAKERS = 12;

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
  const showsQuota = useShowsQuota(usage);
  const [picked, setPicked] = useState<readonly ModuleName[] | null>(initial ?? null);
  const [prompt, setPrompt] = useState('');
  const [depth, setDepth] = useState<Depth>('full');
  const [speakers, setSpeakers] = useState(DETECT);
  const { data: models } = useQuery(queries.models);
  const [speech, setSpeech] = useState<SpeechOptions>({});
  const { data: defaults } = useQuery(queries.engineOptions);
  const [textLanguages, setTextLanguages] = useState<readonly TextLanguage[] | null>(null);
  const { data: media } = useQuery({ ...queries.mediaFacts(jobIds[0] ?? ''), enabled: jobIds.length === 1 });
  const [tracks, setTracks] = useState<TrackChoice | null>(null);
  const [isBusy, setBusy] = useState(false);

  const shown = modules?.filter(({ name }) => depth === 'full' || MODULE_CATALOG[name].canPreview);
  const picks = picked ?? (modules ? modulesOf('all', modules) : []);
  const chosen = picks.filter((name) => depth === 'full' || MODULE_CATALOG[name].canPreview);
  const seconds = videos.reduce((sum, video) => sum + video.duration, 0);
  const minutes = seconds / 60;
  const estimate = runs ? estimateSeconds(runs, chosen, seconds) : null;
  const isOver = depth === 'full' && usage !== undefined && minutes > usage.remaining_trial_minutes;
  const canCount =
    chosen.includes('transcription') &&
    models?.models.some(({ task, status }) => task === 'speaker-embedding' && status === 'installed') === true;

  const toggle = (name: ModuleName, isOn: boolean) =>
    setPicked(isOn ? [...picks, name] : picks.filter((other) => other !== name));
  const start = async () => {
    setBusy(true);
    const started = await Promise.all(videos.map((video) => startOne(video)));
    const count = started.filter(Boolean).length;
    if (count > 0) toast(t('started', { count }), { tone: 'good' });
    invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, ['usage'], ['job']);
    onClose();
  };
  const startOne = async (video: Video): Promise<boolean> => {
    const words = prompt.trim();
    try {
      await api.videos.process(video.job_id, {
        modules: chosen,
        ...(depth !== 'full' && { depth }),
        ...(words !== '' && { initial_prompt: words }),
        ...(canCount && { speaker_count: speakers === DETECT ? null : Number(speakers) }),
        ...(chosen.includes('transcription') && Object.keys(speech).length > 0 && { speech }),
        ...(chosen.includes('ocr') && textLanguages !== null && { text_languages: textLanguages }),
        ...(tracks !== null && { audio_tracks: tracks.audio, video_track: tracks.video }),
      });
      return true;
    } catch (thrown) {
      toast(t('failed.start', { name: video.name, reason: errorText(thrown) }), { tone: 'bad' });
      return false;
    }
  };

  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={jobIds.length === 1 ? t('dialog.one') : t('dialog.many', { count: jobIds.length })}
      {...(videos.length === 1 && { description: videos[0]!.name })}
      actions={
        <>
          <p className={styles.estimate}>
            {chosen.length === 0
              ? t('nothing')
              : depth === 'preview'
                ? t('estimate.preview')
                : estimate === null
                  ? t('estimate.none')
                  : t('estimate.time', { span: formats.span(estimate) })}
          </p>
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
          {depth === 'full' && <ModulePresets modules={modules} chosen={chosen} onChoose={setPicked} />}
          {modules.some(({ available, reason }) => available && reason !== null) && (
            <DegradedResults onLeave={onClose} />
          )}
          <ModuleList modules={shown} chosen={chosen} onToggle={toggle} onLeave={onClose} />
        </>
      )}
      {modules && depth === 'full' && <WritingCost modules={modules} chosen={chosen} seconds={seconds} />}
      {chosen.includes('transcription') && <SpeechChoice value={speech} onChange={setSpeech} />}
      {chosen.includes('transcription') && (
        <TextArea
          label={t('prompt')}
          hint={t('prompt.hint')}
          rows={2}
          maxLength={2000}
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
        />
      )}
      {media?.tracks && <TrackChoiceFields media={media} value={tracks ?? media.track_choice} onChange={setTracks} />}
      {chosen.includes('ocr') && defaults && (
        <TextLanguagesField value={textLanguages ?? defaults.text_languages} onChange={setTextLanguages} />
      )}
      {canCount && (
        <Select
          label={t('speakers')}
          value={speakers}
          options={[
            { value: DETECT, label: t('speakers.detect') },
            ...Array.from({ length: MAX_SPEAKERS }, (_, i) => ({ value: String(i + 1), label: formats.number(i + 1) })),
          ]}
          onChange={setSpeakers}
        />
      )}
      {depth === 'full' && videos.some((video) => video.status === 'completed') && <Notice>{t('again')}</Notice>}
      {usage && depth === 'full' && (isOver || showsQuota) && (
        <Notice tone={isOver ? 'bad' : 'info'}>
          {t(isOver ? 'quota.over' : 'quota.left', {
            minutes: formats.number(minutes),
            left: formats.number(usage.remaining_trial_minutes),
          })}
        </Notice>
      )}
    </Dialog>
  );
}
