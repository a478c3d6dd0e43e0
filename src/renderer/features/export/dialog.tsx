import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CanceledError } from '../../../base/errors.ts';
import { fileStem } from '../../../base/paths/file-stem.ts';
import { MODULE_NAMES, type ModuleName } from '../../../contract/analysis/modules.ts';
import { partOf } from '../../../core/formats/part.ts';
import { hasTranslation } from '../../../core/transcript/translated.ts';
import { receiveFile } from '../../api/download-file.ts';
import { api } from '../../api/endpoints.ts';
import { fileNameOf } from '../../api/file-name.ts';
import { useHasResults } from '../../api/live/live-jobs.ts';
import { useOutdatedModules } from '../../api/outdated-modules.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { ModuleIcon } from '../../ui/media/module-icon.tsx';
import styles from './dialog.module.css';
import { EditSettings, isOptionalTimecode } from './edit-settings.tsx';
import { ContentOptions, DEFAULT_CHOICE, type ExportChoice, RangeOptions } from './export-options.tsx';
import { FormatGroup } from './format-group.tsx';
import { emptyReason, type Format, GROUPS, type Group, nativeRate, RATE_OPTIONS, type RateChoice } from './formats.ts';
import { pdfRow } from './pdf-row.ts';
import { savePdf } from './save-pdf.ts';
import { useExportText } from './text.ts';

export interface ExportDialogProps {
  jobId: string;
  /** Marked range in seconds. */
  range?: { start: number; end: number } | undefined;
  onClose(): void;
}

/** Dialog that exports the findings of a video or a range of it. */
export function ExportDialog({ jobId, range: marked, onClose }: ExportDialogProps) {
  const t = useExportText();
  const ui = useUiText();
  const outdated = useOutdatedModules(jobId);
  const language = usePreferences((preferences) => preferences.language);
  const { data: video } = useQuery(queries.video(jobId));
  const hasResults = useHasResults(video);
  const { data: results, error, refetch } = useQuery(queries.results(jobId));
  const { data: facts, error: factsError } = useQuery(queries.mediaFacts(jobId));
  const [left, setLeft] = useState<readonly ModuleName[]>([]);
  const [rate, setRate] = useState<RateChoice | null>(null);
  const [start, setStart] = useState('');
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const choose = (change: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...change }));
  const { data: people } = useQuery(queries.videoPeople(jobId, video?.updated_at ?? ''));
  const { data: moments = [] } = useQuery(queries.moments(jobId));
  const [isBusy, setBusy] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const range = choice.isRangeOnly ? marked : undefined;
  const all = results && partOf(results, { range });
  const present = MODULE_NAMES.filter((name) => all?.segments.some((segment) => segment.module === name));
  const modules = present.filter((name) => !left.includes(name));
  const toggle = (name: ModuleName) =>
    setLeft(left.includes(name) ? left.filter((other) => other !== name) : [...left, name]);

  const exportAs = (format: Exclude<Format, 'bundle'>, signal: AbortSignal) =>
    api.results.export(
      jobId,
      {
        format: format === 'pdf' ? 'html' : format,
        modules: modules.join(','),
        language: language === 'de' ? 'de' : 'en',
        text: choice.isTranslated ? 'translation' : 'original',
        partial: 'true',
        ...range,
        ...(choice.fromZero && range && { from_zero: 'true' as const }),
        ...(rate && { rate }),
        ...(start.trim() !== '' && { sequence_start: start.trim() }),
        ...(!choice.includesMoments && { moments: 'false' as const }),
        ...(!choice.includesNotes && { notes: 'false' as const }),
        ...(choice.includesRecording && { include_recording: 'true' as const }),
        ...(choice.includesPeople && { people: 'all' }),
      },
      signal,
    );

  const save = async (format: Format) => {
    controller.current = new AbortController();
    setBusy(true);
    try {
      const { signal } = controller.current;
      const response = await (format === 'bundle' ? api.videos.bundle(jobId, signal) : exportAs(format, signal));
      const name =
        fileNameOf(response) ?? `${fileStem(results!.video_name)}.${format === 'bundle' ? 'reelscope' : format}`;
      if (format === 'pdf') await savePdf(await response.text(), name.replace(/\.html$/, '.pdf'), [jobId]);
      else saveFile(await receiveFile(response), name);
    } catch (thrown) {
      if (!(thrown instanceof CanceledError)) toast(errorText(thrown), { tone: 'bad' });
    }
    setBusy(false);
    invalidate(['history', jobId]);
  };

  const reasonOf = (format: Format) => (results ? emptyReason(format, partOf(results, { modules, range })) : null);
  // A bundle holds all types, whatever is chosen.
  const canSave = (group: Group, format: Format) =>
    !isBusy &&
    (format === 'bundle' ? hasResults : modules.length > 0 && reasonOf(format) === null) &&
    (group !== 'edit' ||
      ((facts !== undefined || factsError !== undefined) && isOptionalTimecode(start, rate ?? nativeRate(facts))));

  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      {...(results && { description: <span dir="auto">{results.video_name}</span> })}
    >
      {error && !results && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
      {!results && !error && <Skeleton className={styles.skeleton} />}
      {results && (
        <>
          {video && !hasResults && <Notice tone="warn">{t('notReady')}</Notice>}
          {modules.some((name) => outdated.includes(name)) && <Notice tone="warn">{ui('overview.outdated')}</Notice>}
          {marked && <RangeOptions choice={choice} onChange={choose} marked={marked} />}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
          <div role="group" aria-label={t('modules')} className={styles.chips}>
            {present.map((name) => (
              <Chip key={name} pressed={!left.includes(name)} onClick={() => toggle(name)}>
                <ModuleIcon name={name} withName />
              </Chip>
            ))}
          </div>
          <ContentOptions
            choice={choice}
            onChange={choose}
            hasTranslation={hasTranslation(results.segments)}
            moments={moments}
            hasPeople={(people?.people.length ?? 0) > 0}
          />
          {modules.length === 0 && (
            <p className={styles.none}>{t(present.length === 0 ? 'range.none' : 'modules.none')}</p>
          )}
          {isBusy && (
            <div className={styles.progress}>
              <p>{t('making')}</p>
              <Progress value={null} label={t('making')} />
            </div>
          )}
          {(Object.keys(GROUPS) as Group[]).map((group) => (
            <FormatGroup
              key={group}
              title={t(`group.${group}`)}
              setting={
                group === 'edit' &&
                (facts || factsError) && (
                  <EditSettings<RateChoice>
                    rate={rate ?? nativeRate(facts)}
                    start={start}
                    rates={RATE_OPTIONS.map((value) => ({
                      value,
                      label: value === nativeRate(facts) && facts?.video ? t('rate.own', { rate: value }) : value,
                    }))}
                    onRate={setRate}
                    onStart={setStart}
                  />
                )
              }
              rows={GROUPS[group].map((format) => ({
                name: t(`${format}.title`),
                about: t(reasonOf(format) ?? `${format}.text`),
                ...(format === 'pdf' && pdfRow(t)),
                canSave: canSave(group, format),
                onSave: () => void save(format),
              }))}
            />
          ))}
        </>
      )}
    </Dialog>
  );
}
