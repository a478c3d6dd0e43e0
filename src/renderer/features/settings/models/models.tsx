import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  ModelInfo,
  ModelList,
  SpeechTier,
  UpdateEngineOptionsRequest,
} from '../../../../contract/system/models.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useModelName } from '../../../ui/lib/texts/use-model-name.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';
import { AdvancedModels } from './advanced-models.tsx';
import { FrameModel } from './frame-model.tsx';
import { groupModels } from './group-models.ts';
import { KnownVoices } from './known-voices.tsx';
import { ModelRow } from './model-row.tsx';
import { RecognitionOptions } from './recognition-options.tsx';
import { SpeakerModels } from './speaker-models.tsx';
import { useModelActions } from './use-model-actions.ts';

/** Polling interval of a download, in milliseconds. */
const POLL_MS = 1000;

const isInstalling = (list: ModelList | undefined) =>
  list?.models.some((model) => model.status === 'installing') === true;

/** Installs, imports, and removes models, and sets engine options. */
export function Models() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery({
    ...queries.models,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => isInstalling(data) && POLL_MS,
  });
  const { data: options } = useQuery(queries.engineOptions);
  const [removing, setRemoving] = useState<ModelInfo | null>(null);
  const nameOf = useModelName();
  const { problems, refresh, change, update } = useModelActions();
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data || !options) return <Skeleton className={styles.skeleton} />;
  const groups = groupModels(data);
  const row = (model: ModelInfo, tier?: SpeechTier) => {
    const isUsed = model.id === data.speech_model || model.id === options.frame_model;
    const selection = isUsed ? undefined : selectionOf(model);
    return (
      <ModelRow
        key={model.id}
        model={model}
        {...(tier && { tier })}
        isUsed={isUsed}
        isOffline={data.offline}
        problem={problems[model.id]}
        onUse={selection && (() => void update(selection))}
        onInstall={() => void change(model.id, () => api.models.install(model.id))}
        onPause={() => void change(model.id, () => api.models.pause(model.id))}
        onRemove={() => setRemoving(model)}
      />
    );
  };
  return (
    <>
      <p className={styles.about}>{t('models.about')}</p>
      <Switch
        label={t('models.offline')}
        hint={t('models.offline.hint')}
        checked={options.offline}
        onChange={(offline) => void update({ offline })}
      />
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.task.speech-recognition')}</h2>
        <ul className={styles.list}>
          {groups.recommended.map(({ tier, model }) => row(model, tier))}
          {groups.speakers.length > 0 && (
            <SpeakerModels
              models={groups.speakers}
              isOffline={data.offline}
              onInstall={(ids) => void Promise.all(ids.map((id) => change(id, () => api.models.install(id))))}
            />
          )}
        </ul>
      </section>
      <RecognitionOptions options={options} onChange={update} />
      <KnownVoices />
      <FrameModel
        models={data.models}
        selected={options.frame_model}
        onChange={(frame_model) => void update({ frame_model })}
      />
      <AdvancedModels groups={groups} options={options} row={row} onImported={refresh} onChange={update} />
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('models.remove.title', { name: removing ? nameOf(removing) : '' })}
        description={t(removing?.checksum === 'none' ? 'models.remove.imported' : 'models.remove.text')}
        confirm={t('models.remove')}
        onConfirm={() => removing && void change(removing.id, () => api.models.remove(removing.id))}
      />
    </>
  );
}

/** Settings that select a model; undefined where it can't be selected. */
function selectionOf({ id, task, status }: ModelInfo): UpdateEngineOptionsRequest | undefined {
  if (status !== 'installed') return undefined;
  if (task === 'speech-recognition') return { speech_model: id };
  return task === 'text-image' ? { frame_model: id } : undefined;
}
