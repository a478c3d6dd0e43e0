import { useQuery } from '@tanstack/react-query';
import { FolderSearch, Link2 } from 'lucide-react';
import { useState } from 'react';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { RelinkFolderResult } from '../../../contract/library/sources.ts';
import { desktop } from '../../api/desktop.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { VIDEOS } from '../../api/video-cache.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './dialog.module.css';
import { useRelinkText } from './text.ts';

/** Connects one video with its moved file, or searches a folder for the files of all videos. */
export function RelinkDialog({ jobId, onClose }: { jobId: string | undefined; onClose(): void }) {
  return jobId === undefined ? <FolderDialog onClose={onClose} /> : <FileDialog jobId={jobId} onClose={onClose} />;
}

/** Updates everything that depends on source files. */
function refresh(): void {
  invalidate(['media'], ['playback'], ['proxy'], ['results'], ['job'], ['storage'], VIDEOS.queryKey, ['video']);
}

function FileDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useRelinkText();
  const { data: video } = useQuery(queries.video(jobId));
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  /** The file has another content, and may replace the former one. */
  const [isOther, setOther] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const relink = async (replace: boolean) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.videos.relink(jobId, { path: path.trim(), ...(replace && { replace }) });
      refresh();
      toast(t(replace ? 'replaced' : 'relinked'), { tone: 'good' });
      onClose();
    } catch (thrown) {
      if (thrown instanceof ReelscopeError && thrown.code === 'source_changed') setOther(true);
      else setProblem(errorText(thrown));
    }
    setBusy(false);
  };
  const change = (value: string) => {
    setPath(value);
    setOther(false);
    setProblem(undefined);
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('file.title', { name: video?.name ?? '' })}
      description={t('file.about')}
      actions={
        isOther ? (
          <Button look="danger" disabled={isBusy} onClick={() => void relink(true)}>
            {t('replace')}
          </Button>
        ) : (
          <Button
            look="primary"
            icon={Link2}
            disabled={isBusy || path.trim() === ''}
            onClick={() => void relink(false)}
          >
            {t(isBusy ? 'checking' : 'relink')}
          </Button>
        )
      }
    >
      <PathField label={t('file.path')} value={path} onChange={change} error={problem} isFile />
      {facts?.referenced_path != null && (
        <p className={styles.facts} dir="auto">
          {t('file.before', { path: facts.referenced_path })}
        </p>
      )}
      {isOther && (
        <Notice tone="warn" title={t('other.title')}>
          {t('replace.text')}
        </Notice>
      )}
    </Dialog>
  );
}

function FolderDialog({ onClose }: { onClose(): void }) {
  const t = useRelinkText();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<RelinkFolderResult>();
  const [isBusy, setBusy] = useState(false);
  const search = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setResult(await api.storage.relinkFolder(path.trim()));
      refresh();
    } catch (thrown) {
      setProblem(errorText(thrown));
    }
    setBusy(false);
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('folder.title')}
      description={t('folder.about')}
      actions={
        <Button
          look="primary"
          icon={FolderSearch}
          disabled={isBusy || path.trim() === ''}
          onClick={() => void search()}
        >
          {t(isBusy ? 'searching' : 'search')}
        </Button>
      }
    >
      <PathField label={t('folder.path')} value={path} onChange={setPath} error={problem} />
      {result && (
        <div role="status" className={styles.result}>
          <p className={styles.found}>{t('folder.found', { count: result.relinked.length })}</p>
          {result.unresolved.length > 0 && (
            <>
              <p>{t('folder.unresolved', { count: result.unresolved.length })}</p>
              <ul className={styles.names}>
                {result.unresolved.map(({ job_id, name }) => (
                  <li key={job_id} dir="auto">
                    {name}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Path on the server's machine; in the desktop window, a file can be selected. */
function PathField({
  label,
  value,
  onChange,
  error,
  isFile = false,
}: {
  label: string;
  value: string;
  onChange(path: string): void;
  error: string | undefined;
  isFile?: boolean;
}) {
  const t = useRelinkText();
  const bridge = desktop();
  return (
    <div className={styles.path}>
      <Input
        label={label}
        hint={t('path.hint')}
        error={error}
        value={value}
        spellCheck={false}
        autoComplete="off"
        className={styles.field}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isFile && bridge && (
        <label className={styles.choose}>
          {t('choose')}
          <input
            type="file"
            className="visually-hidden"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) onChange(bridge.pathOf(file));
            }}
          />
        </label>
      )}
    </div>
  );
}
