import { downloadZip } from 'client-zip';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CanceledError } from '../../../base/errors.ts';
import { fileStem } from '../../../base/paths/file-stem.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { VideoFormat } from '../../../contract/library/video-exports.ts';
import { receiveFile } from '../../api/download-file.ts';
import { api } from '../../api/endpoints.ts';
import { fileNameOf } from '../../api/file-name.ts';
import { useOutdatedVideos } from '../../api/outdated-modules.ts';
import { useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import styles from './dialog.module.css';
import { GROUPS } from './formats.ts';
import { useExportText } from './text.ts';
import { uniqueName } from './unique-name.ts';

const FORMATS: readonly VideoFormat[] = Object.values(GROUPS)
  .flat()
  .filter((format) => format !== 'pdf' && format !== 'bundle');

/** Exports the findings of several videos as one ZIP, one file per video. */
export function BulkExportDialog({ jobIds, onClose }: { jobIds: readonly string[]; onClose(): void }) {
  const t = useExportText();
  const language = usePreferences((preferences) => preferences.language);
  const { data: videos } = useVideos();
  const [format, setFormat] = useState<VideoFormat>('html');
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const chosen = (videos ?? []).filter(({ job_id }) => jobIds.includes(job_id));
  const ready = chosen.filter(({ status }) => status === 'completed');
  const notReady = chosen.length - ready.length;
  const outdated = useOutdatedVideos(ready);

  async function* files(signal: AbortSignal, taken: Set<string>) {
    for (const [index, { job_id, name }] of ready.entries()) {
      const file = await exported(job_id, signal);
      const extension = file && fileNameOf(file)?.replace(/^[^.]*\./, '');
      if (file) yield { name: uniqueName(fileStem(name), extension ?? format, taken), input: file };
      setDone(index + 1);
    }
  }
  /** The file of a video; undefined for one without the chapters or speech that the format needs. */
  const exported = async (jobId: string, signal: AbortSignal): Promise<Response | undefined> => {
    try {
      return await api.results.export(jobId, { format, language: language === 'de' ? 'de' : 'en' }, signal);
    } catch (thrown) {
      if (thrown instanceof ReelscopeError && thrown.code === 'not_ready') return undefined;
      throw thrown;
    }
  };
  const save = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    let cause: unknown;
    const taken = new Set<string>();
    setProblem(null);
    setDone(0);
    try {
      const zip = await receiveFile(
        downloadZip(
          watched(files(signal, taken), (error) => {
            cause = error;
          }),
        ),
      );
      if (signal.aborted) return;
      if (taken.size === 0) {
        setProblem(t('many.empty'));
        setDone(null);
        return;
      }
      saveFile(zip, t('many.file', { count: ready.length }));
      onClose();
    } catch (thrown) {
      if (signal.aborted || thrown instanceof CanceledError) return;
      // A stream reader reports only that the stream failed, not why.
      setProblem(errorText(cause ?? thrown));
      setDone(null);
    }
  };

  const isBusy = done !== null;
  return (
    <Dialog
      width="narrow"
      onClose={onClose}
      title={t('many.title', { count: ready.length })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" icon={Download} disabled={ready.length === 0 || isBusy} onClick={() => void save()}>
            {t('many.save')}
          </Button>
        </>
      }
    >
      <Select
        label={t('format')}
        value={format}
        disabled={isBusy}
        options={FORMATS.map((value) => ({ value, label: t(`${value}.title`) }))}
        onChange={(value) => setFormat(value)}
      />
      <p className={styles.text}>{t(`${format}.text`)}</p>
      {notReady > 0 && <Notice tone="warn">{t('many.left', { count: notReady })}</Notice>}
      {outdated.length > 0 && (
        <Notice tone="warn">{t('many.outdated', { names: outdated.map(({ name }) => name).join(', ') })}</Notice>
      )}
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {isBusy && (
        <div className={styles.progress}>
          <p>{t('many.making', { done: Math.floor(done), total: ready.length })}</p>
          <Progress value={(100 * done) / ready.length} label={t('many.save')} />
        </div>
      )}
    </Dialog>
  );
}

/** Passes items through and reports an error that ends them early to `onError`. */
async function* watched<Item>(items: AsyncIterable<Item>, onError: (error: unknown) => void) {
  try {
    yield* items;
  } catch (error) {
    onError(error);
    throw error;
  }
}
