import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { JobStatus } from '../../../../contract/analysis/job.ts';
import { MODULE_NAMES, type ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { MediaDetails } from '../../../../contract/library/media-details.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { engineName } from '../../../../core/texts/engine-name.ts';
import { api } from '../../../api/endpoints.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { queueAnalysis } from '../../../api/live/queue-analysis.ts';
import { patchVideo } from '../../../api/video-cache.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { generalWarningsOf, needsAttention } from '../../../ui/lib/create-messages.ts';
import { errorText, useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, useModuleNames } from '../../../ui/media/module-icon.tsx';
import { useVideoText } from '../text.ts';
import { Analyses } from './analyses/analyses.tsx';
import { Comparison } from './analyses/comparison.tsx';
import { Coverage } from './coverage/coverage.tsx';
import type { CloserPart } from './coverage/look-closer.tsx';
import type { MissQuestion } from './coverage/miss-form.tsx';
import { FileFacts } from './file-facts.tsx';
import { History } from './history/history.tsx';
import { PageShortcuts } from './page-shortcuts.tsx';
import styles from './panel.module.css';

/** Name, description, file, analyses, history, and shortcuts. */
export function Details({
  video,
  facts,
  status,
  segments,
  isLoaded,
  stage,
  miss,
  closer,
  onCloser,
  onPick,
}: {
  video: Video;
  facts: MediaDetails | undefined;
  status: JobStatus | undefined;
  segments: readonly Segment[];
  /** Whether all findings are known. */
  isLoaded: boolean;
  /** Changes when the analysis ends. */
  stage: string;
  /** Part of the video in which something was missed, to ask about. */
  miss: MissQuestion | null;
  /** Part to look at closer, if one was chosen. */
  closer: CloserPart | null;
  onCloser(part: CloserPart): void;
  onPick(segment: Segment): void;
}) {
  const t = useVideoText();
  const messages = useMessages();
  // The line of a type states its own.
  const warnings = status ? generalWarningsOf(messages, status) : [];
  const [compared, setCompared] = useState<string | null>(null);
  if (compared !== null) return <Comparison video={video} from={compared} onClose={() => setCompared(null)} />;
  return (
    <div className={styles.panel}>
      <section className={styles.section}>
        <NameForm key={video.job_id} video={video} />
      </section>
      {warnings.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('warnings')}</h2>
          {warnings.map((warning) => (
            <p key={warning} className={styles.warning}>
              {warning}
            </p>
          ))}
        </section>
      )}
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('file')}</h2>
        <FileFacts video={video} facts={facts} />
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('analysis')}</h2>
        <ul>
          {MODULE_NAMES.map((name) => (
            <ModuleLine
              key={name}
              name={name}
              video={video}
              run={status?.modules.find(({ module }) => module === name)}
              segments={segments}
              isKnown={isLoaded && status !== undefined}
            />
          ))}
        </ul>
      </section>
      <Coverage
        jobId={video.job_id}
        stage={stage}
        asked={miss}
        closer={closer}
        segments={segments}
        onCloser={onCloser}
        onPick={onPick}
      />
      <Analyses video={video} onCompare={setCompared} />
      <History video={video} />
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('shortcuts')}</h2>
        <PageShortcuts />
      </section>
    </div>
  );
}

function NameForm({ video }: { video: Video }) {
  const t = useVideoText();
  // Only fields that were typed in; the others follow changes made elsewhere.
  const [draft, setDraft] = useState<{ name?: string; description?: string }>({});
  const name = draft.name?.trim() || video.name;
  const description = draft.description ?? video.description ?? '';
  const save = async () => {
    const change = {
      ...(name !== video.name && { name }),
      ...(description !== (video.description ?? '') && { description: description === '' ? null : description }),
    };
    try {
      if (Object.keys(change).length > 0) {
        patchVideo(video.job_id, await api.videos.update(video.job_id, change));
        toast(t('saved'));
      }
      setDraft((current) => (current === draft ? {} : current));
    } catch (error) {
      toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
    }
  };
  return (
    <div className={styles.form}>
      <Input
        label={t('name')}
        dir="auto"
        maxLength={200}
        value={draft.name ?? video.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        onBlur={() => void save()}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.currentTarget.blur()}
      />
      <TextArea
        label={t('description')}
        hint={t('description.hint')}
        dir="auto"
        maxLength={10_000}
        value={description}
        onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
        onBlur={() => void save()}
      />
    </div>
  );
}

function ModuleLine({
  name,
  video,
  run,
  segments,
  isKnown,
}: {
  name: ModuleName;
  video: Video;
  run: JobStatus['modules'][number] | undefined;
  segments: readonly Segment[];
  /** Whether run and findings have arrived. */
  isKnown: boolean;
}) {
  const t = useVideoText();
  const messages = useMessages();
  const formats = useFormats();
  const nameOf = useModuleNames();
  const own = segments.filter((segment) => segment.module === name);
  const engine = run?.engine ?? own.find((segment) => segment.engine !== null)?.engine;
  const hasRun = run?.status === 'completed' || own.length > 0;
  const state = () => {
    if (run?.status === 'running') return `${t('module.running')} ${formats.percent(run.progress / 100)}`;
    if (run && run.status !== 'completed' && own.length === 0) return t(`module.${run.status}`);
    return hasRun ? t('module.count', { count: own.length }) : t('module.never');
  };
  const again = async () => {
    try {
      await queueAnalysis(video.job_id, { modules: [name] });
      toast(t('again.started', { module: nameOf(name) }));
    } catch (error) {
      toast(t('save.failed', { reason: errorText(error) }), { tone: 'bad' });
    }
  };
  return (
    <li className={styles.module}>
      <span className={styles.moduleName}>
        <ModuleIcon name={name} withName />
        <span className={styles.moduleState}>{isKnown && state()}</span>
      </span>
      <IconButton
        icon={RefreshCw}
        size="small"
        label={t('module.again', { module: nameOf(name) })}
        disabled={isBusy(video)}
        onClick={() => void again()}
      />
      {run?.error ? (
        <span className={needsAttention(run) ? styles.moduleError : styles.moduleEngine}>{messages.failure(run)}</span>
      ) : (
        engine && (
          <span className={styles.moduleEngine} title={engine}>
            {engineName(engine)}
          </span>
        )
      )}
    </li>
  );
}
