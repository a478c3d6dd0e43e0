import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileStem } from '../../../base/paths/file-stem.ts';
import { MODULE_NAMES, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { MediaDetails } from '../../../contract/library/media-details.ts';
import { partOf } from '../../../core/formats/part.ts';
import { hasTranslation } from '../../../core/transcript/translated.ts';
import { useHasResults } from '../../api/live/live-jobs.ts';
import { useOutdatedModules } from '../../api/outdated-modules.ts';
import { queries } from '../../api/queries.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { ModuleIcon } from '../../ui/media/module-icon.tsx';
import styles from './dialog.module.css';
import { EditSettings, isOptionalTimecode } from './edit-settings.tsx';
import { ContentOptions, DEFAULT_CHOICE, type ExportChoice, RangeOptions } from './export-options.tsx';
import { FormatGroup } from './format-group.tsx';
import { emptyReason, type Format, GROUPS, type Group, nativeRate, RATE_OPTIONS, type RateChoice } from './formats.ts';
import { pdfRow } from './pdf-row.ts';
import { useExportText } from './text.ts';
import { useVideoExport } from './use-video-export.ts';

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
  const { data: video } = useQuery(queries.video(jobId));
  const hasResults = useHasResults(video);
  const { data: results, error, refetch } = useQuery(queries.results(jobId));
  const { data: facts, error: factsError } = useQuery(queries.mediaFacts(jobId));
  const [excluded, setExcluded] = useState<readonly ModuleName[]>([]);
  const [rate, setRate] = useState<RateChoice | null>(null);
  const [start, setStart] = useState('');
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const choose = (change: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...change }));
  const { data: people } = useQuery(queries.videoPeople(jobId, video?.updated_at ?? ''));
  const { data: moments = [] } = useQuery(queries.moments(jobId));
  const range = choice.isRangeOnly ? marked : undefined;
  const all = results && partOf(results, { range });
  const present = MODULE_NAMES.filter((name) => all?.segments.some((segment) => segment.module === name));
  const modules = present.filter((name) => !excluded.includes(name));
  const { isBusy, save } = useVideoExport(jobId, { modules, range, rate, start, choice });

  const reasonOf = (format: Format) => (results ? emptyReason(format, partOf(results, { modules, range })) : null);
  // A bundle holds all types, whatever is chosen.
  const canSave = (group: Group, format: Format) =>
    !isBusy &&
    (format === 'bundle' ? hasResults : modules.length > 0 && reasonOf(format) === null) &&
    (group !== 'edit' ||
      ((facts !== undefined || factsError !== undefined) && isOptionalTimecode(start, rate ?? nativeRate(facts))));

  return (
    <Dialog
      width="wide"
      onClose={onClose}
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
          <ModuleChips names={present} excluded={excluded} onChange={setExcluded} />
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
                  <SequenceSettings facts={facts} rate={rate} start={start} onRate={setRate} onStart={setStart} />
                )
              }
              rows={GROUPS[group].map((format) => ({
                name: t(`${format}.title`),
                about: t(reasonOf(format) ?? `${format}.text`),
                ...(format === 'pdf' && pdfRow(t)),
                canSave: canSave(group, format),
                onSave: () => void save(format, fileStem(results.video_name)),
              }))}
            />
          ))}
        </>
      )}
    </Dialog>
  );
}

interface ModuleChipsProps {
  names: readonly ModuleName[];
  excluded: readonly ModuleName[];
  onChange(excluded: readonly ModuleName[]): void;
}

/** Chooses the types of findings. */
function ModuleChips({ names, excluded, onChange }: ModuleChipsProps) {
  const t = useExportText();
  const toggle = (name: ModuleName) =>
    onChange(excluded.includes(name) ? excluded.filter((other) => other !== name) : [...excluded, name]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row
    <div role="group" aria-label={t('modules')} className={styles.chips}>
      {names.map((name) => (
        <Chip key={name} pressed={!excluded.includes(name)} onClick={() => toggle(name)}>
          <ModuleIcon name={name} withName />
        </Chip>
      ))}
    </div>
  );
}

interface SequenceSettingsProps {
  facts: MediaDetails | undefined;
  /** Null for that of the video. */
  rate: RateChoice | null;
  start: string;
  onRate(rate: RateChoice): void;
  onStart(start: string): void;
}

/** Settings of a sequence, with the frame rate of the video as its default. */
function SequenceSettings({ facts, rate, ...rest }: SequenceSettingsProps) {
  const t = useExportText();
  const own = nativeRate(facts);
  const rates = RATE_OPTIONS.map((value) => ({
    value,
    label: value === own && facts?.video ? t('rate.own', { rate: value }) : value,
  }));
  return <EditSettings<RateChoice> rate={rate ?? own} rates={rates} {...rest} />;
}
