import { useQuery } from '@tanstack/react-query';
import { Download, Pause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './missing-model.module.css';
import { useProcessingText } from './text.ts';

/** Polling interval of a download, in milliseconds. */
const POLL_MS = 1000;

/** Installs the missing speech model without leaving the dialog. */
export function MissingModel({ onLeave }: { onLeave(): void }) {
  const t = useProcessingText();
  const messages = useMessages();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const [isFollowed, setFollowed] = useState(false);
  const { data: list } = useQuery({ ...queries.models, staleTime: 0, refetchInterval: isFollowed && POLL_MS });
  const { data: options } = useQuery(queries.engineOptions);
  const recommended = list?.recommended_speech[0];
  const modelId = options && (options.speech_model ?? recommended?.model_id);
  const model = list?.models.find(({ id }) => id === modelId);
  const status = model?.status;
  if (isFollowed !== (status === 'installing')) setFollowed(status === 'installing');
  useEffect(() => {
    if (status === 'installed') invalidate(queries.modules.queryKey);
  }, [status]);
  if (!list || !options) return null;

  const change = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    invalidate(queries.models.queryKey);
  };
  const all = model && (model.total_bytes ?? model.size_bytes);
  // The reason below states it.
  const isDamaged = model?.error_text?.key.startsWith('install.damaged');
  const size = all ? formats.bytes(all) : '?';
  // An imported model, which has no checksum, can't be downloaded.
  const canInstall = model !== undefined && model.checksum !== 'none' && !list.offline && status !== 'installed';
  const settings = t('missing.settings');
  const toSettings = (
    <Button
      size="small"
      look={canInstall ? 'quiet' : 'plain'}
      {...(canInstall && { 'aria-label': `${t('missing.others')}: ${settings}` })}
      onClick={() => {
        onLeave();
        navigate('/settings/models');
      }}
    >
      {canInstall ? t('missing.others') : settings}
    </Button>
  );
  return (
    <div className={styles.missing}>
      <p className={styles.reason} hidden={isDamaged}>
        {options.speech_model === null
          ? t('missing.none')
          : t('missing.chosen', { name: model?.name ?? modelId ?? '' })}
        {model && list.offline && ` ${t('missing.offline', { name: model.name, size })}`}
      </p>
      {model?.error && <p className={styles.reason}>{messages.failure(model)}</p>}
      {model && status === 'installing' ? (
        <>
          <Progress value={all ? (100 * model.received_bytes) / all : null} label={model.name} />
          <div className={styles.actions}>
            <p className={styles.done}>
              {t('missing.progress', { name: model.name, done: formats.bytes(model.received_bytes), all: size })}
            </p>
            <Button size="small" icon={Pause} onClick={() => void change(() => api.models.pause(model.id))}>
              {t('missing.pause')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.actions}>
          {canInstall && (
            <Button size="small" icon={Download} onClick={() => void change(() => api.models.install(model.id))}>
              {t(status === 'paused' ? 'missing.resume' : 'missing.install', { name: model.name, size })}
            </Button>
          )}
          {toSettings}
        </div>
      )}
    </div>
  );
}
