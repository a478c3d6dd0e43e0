import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CancelledError, toError } from '../../../base/errors.ts';
import { editingRate, FRAME_RATES } from '../../../contract/formats/frame-rate.ts';
import { toHtml } from '../../../contract/formats/html.ts';
import { MODULE_NAMES, type ModuleName } from '../../../contract/modules.ts';
import { api } from '../../api/endpoints.ts';
import { usePictures, useVideo } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/files.ts';
import { ModuleIcon, useModuleNames } from '../../ui/module-icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './dialog.module.css';
import { embedStills, stillTimes } from './embed-stills.ts';
import { EDIT_FORMATS, type Format, GROUPS, type Group, isEditFormat, only, stemOf } from './formats.ts';
import { useExportText } from './text.ts';

/** Saves the findings of a video as a file of some kind. */
export function ExportDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useExportText();
  const nameOf = useModuleNames();
  const language = usePreferences((preferences) => preferences.language);
  const pictures = usePictures();
  const { data: video } = useVideo(jobId);
  const { data: results, error, reload } = useQuery(`results:${jobId}`, (signal) => api.results.get(jobId, signal));
  const { data: facts } = useQuery(`media:${jobId}`, (signal) => api.videos.media(jobId, signal));
  const [left, setLeft] = useState<readonly ModuleName[]>([]);
  const [rate, setRate] = useState<number | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);

  const present = MODULE_NAMES.filter((name) => results?.segments.some((segment) => segment.module === name));
  const modules = present.filter((name) => !left.includes(name));
  const fps = rate ?? editingRate(facts?.video?.frame_rate ?? 0);
  const toggle = (name: ModuleName) =>
    setLeft(left.includes(name) ? left.filter((other) => other !== name) : [...left, name]);

  const report = async (): Promise<Blob> => {
    const shown = only(results!, modules);
    const times = stillTimes(shown.segments);
    setProgress(0);
    const stills = await embedStills(
      times,
      (ms) => pictures!.still(jobId, ms / 1000),
      (done) => setProgress((100 * done) / times.length),
      controller.current.signal,
    );
    const missing = times.length - stills.size;
    if (missing > 0) toast(t('missing', { count: missing }));
    const words = { report: t('report'), length: t('length'), show: t('show') };
    return new Blob([toHtml(shown, { language, stills, nameOf, words })], { type: 'text/html' });
  };
  const make = async (format: Format): Promise<Blob> => {
    if (format === 'html') return report();
    if (!isEditFormat(format)) return api.results.download(jobId, format, modules);
    return new Blob([EDIT_FORMATS[format].make({ results: only(results!, modules), fps, facts })], {
      type: 'text/plain',
    });
  };
  const save = async (format: Format) => {
    try {
      const extension = isEditFormat(format) ? EDIT_FORMATS[format].extension : format;
      saveFile(await make(format), `${stemOf(results!.video_name)}.${extension}`);
    } catch (thrown) {
      if (!(thrown instanceof CancelledError)) toast(toError(thrown).message, { tone: 'bad' });
    }
    setProgress(null);
  };

  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      {...(results && { description: results.video_name })}
    >
      {error && !results && <ErrorState title={t('error.title')} error={error} onRetry={reload} />}
      {!results && !error && <Skeleton className={styles.skeleton} />}
      {results && (
        <>
          {video && video.status !== 'completed' && <Notice tone="warn">{t('notReady')}</Notice>}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row */}
          <div role="group" aria-label={t('modules')} className={styles.chips}>
            {present.map((name) => (
              <Chip key={name} pressed={!left.includes(name)} onClick={() => toggle(name)}>
                <ModuleIcon name={name} withName />
              </Chip>
            ))}
          </div>
          {modules.length === 0 && <p className={styles.none}>{t('modules.none')}</p>}
          {progress !== null && (
            <div className={styles.progress}>
              <p>{t('making')}</p>
              <Progress value={progress} label={t('making')} />
            </div>
          )}
          {(Object.keys(GROUPS) as Group[]).map((group) => (
            <section key={group} className={styles.group} aria-label={t(`group.${group}`)}>
              <header className={styles.head}>
                <h3>{t(`group.${group}`)}</h3>
                {group === 'edit' && (
                  <Select
                    label={t('rate')}
                    className={styles.rate ?? ''}
                    value={String(fps)}
                    options={FRAME_RATES.map((value) => ({ value: String(value), label: String(value) }))}
                    onChange={(value) => setRate(Number(value))}
                  />
                )}
              </header>
              <ul className={styles.list}>
                {GROUPS[group].map((format) => (
                  <li key={format} className={styles.row}>
                    <div className={styles.about}>
                      <p className={styles.name}>{t(`${format}.title`)}</p>
                      <p className={styles.text}>{t(`${format}.text`)}</p>
                    </div>
                    <Button
                      size="small"
                      icon={Download}
                      aria-label={t('save', { format: t(`${format}.title`) })}
                      disabled={modules.length === 0 || progress !== null || (format === 'html' && !pictures)}
                      onClick={() => void save(format)}
                    >
                      {t('saveShort')}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Dialog>
  );
}
