import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type EngineOptions,
  MODEL_TASKS,
  type ModelInfo,
  type ModelList,
  type SpeechTier,
  type UpdateEngineOptionsRequest,
} from '../../../../contract/models.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, patchQuery } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { Input, TextArea } from '../../../ui/controls/input.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import styles from '../page.module.css';
import { parseLines } from '../parse-lines.ts';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { DownloadSource } from './download-source.tsx';
import { ModelRow } from './model-row.tsx';

/** Polling interval of a download, in milliseconds. */
const ASK_MS = 1000;

const isInstalling = (list: ModelList | undefined) =>
  list?.models.some((model) => model.status === 'installing') === true;

/** Installs, imports, and removes models, and sets engine options. */
export function Models() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery({
    ...queries.models,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => isInstalling(data) && ASK_MS,
  });
  const { data: options } = useQuery(queries.engineOptions);
  const [removing, setRemoving] = useState<ModelInfo | null>(null);
  const [path, setPath] = useState('');

  const change = async (run: () => Promise<unknown>) => {
    const isDone = await runAction(run);
    invalidate(queries.models.queryKey, queries.modules.queryKey);
    return isDone;
  };
  const update = (next: UpdateEngineOptionsRequest) =>
    change(async () => {
      const now = await api.models.update(next);
      patchQuery(queries.engineOptions, () => now);
    });
  const importModel = async (event: FormEvent) => {
    event.preventDefault();
    await change(async () => {
      const { name, id, task } = await api.models.import(path.trim());
      const { models, speech_model } = await api.models.list();
      const used = models.find((model) => model.id === speech_model);
      const keeps = task === 'speech-recognition' && used !== undefined && used.id !== id;
      toast(keeps ? t('models.imported.unused', { name, used: used.name }) : t('models.imported', { name }), {
        tone: 'good',
      });
      setPath('');
    });
  };
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data || !options) return <Skeleton className={styles.skeleton} />;
  const tasks = MODEL_TASKS.filter((task) => data.models.some((model) => model.task === task));
  const canBeUsed = ({ task, status, id }: ModelInfo) =>
    task === 'speech-recognition' && status === 'installed' && id !== data.speech_model;
  const recommended = data.recommended_speech.flatMap(({ tier, model_id }) => {
    const model = data.models.find(({ id }) => id === model_id);
    return model ? [{ tier, model }] : [];
  });
  const row = (model: ModelInfo, tier?: SpeechTier) => (
    <ModelRow
      key={model.id}
      model={model}
      {...(tier && { tier })}
      isUsed={model.id === data.speech_model}
      isOffline={data.offline}
      onUse={canBeUsed(model) ? () => void update({ speech_model: model.id }) : undefined}
      onInstall={() => void change(() => api.models.install(model.id))}
      onPause={() => void change(() => api.models.pause(model.id))}
      onRemove={() => setRemoving(model)}
    />
  );
  return (
    <>
      <p className={styles.about}>{t('models.about')}</p>
      <Switch
        label={t('models.offline')}
        hint={t('models.offline.hint')}
        checked={options.offline}
        onChange={(offline) => void update({ offline })}
      />
      {tasks.map((task) => (
        <section key={task} className={styles.block}>
          <h2 className={styles.heading}>{t(`models.task.${task}`)}</h2>
          {task === 'speech-recognition' && recommended.length > 0 && (
            <>
              <h3 className={styles.subheading}>{t('models.recommended')}</h3>
              <ul className={styles.list}>{recommended.map(({ tier, model }) => row(model, tier))}</ul>
              <h3 className={styles.subheading}>{t('models.others')}</h3>
            </>
          )}
          <ul className={styles.list}>
            {data.models
              .filter((model) => model.task === task && !recommended.some((one) => one.model === model))
              .map((model) => row(model))}
          </ul>
        </section>
      ))}
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.import')}</h2>
        <form className={styles.line} onSubmit={(event) => void importModel(event)}>
          <Input
            label={t('models.import.path')}
            className={styles.field ?? ''}
            spellCheck={false}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Button type="submit" disabled={path.trim() === ''}>
            {t('models.import.do')}
          </Button>
        </form>
      </section>
      <DownloadSource saved={options.models_url} onSave={(models_url) => update({ models_url })} />
      <Vocabulary options={options} onSave={(words) => update({ speech_vocabulary: words })} />
      <Confirm
        open={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={t('models.remove.title', { name: removing?.name ?? '' })}
        description={t('models.remove.text')}
        confirm={t('models.remove')}
        onConfirm={() => removing && void change(() => api.models.remove(removing.id))}
      />
    </>
  );
}

function Vocabulary({ options, onSave }: { options: EngineOptions; onSave(words: string[]): Promise<boolean> }) {
  const t = useSettingsText();
  const [text, setText] = useState<string | null>(null);
  const save = async () => {
    if (!(await onSave(parseLines(text ?? '')))) return;
    setText(null);
    toast(t('models.saved'), { tone: 'good' });
  };
  return (
    <section className={styles.block}>
      <TextArea
        label={t('models.vocabulary')}
        hint={t('models.vocabulary.hint')}
        rows={5}
        spellCheck={false}
        value={text ?? options.speech_vocabulary.join('\n')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button disabled={text === null} onClick={() => void save()}>
          {t('models.save')}
        </Button>
      </div>
    </section>
  );
}
