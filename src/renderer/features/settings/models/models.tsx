import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  EngineOptions,
  ModelInfo,
  ModelList,
  SpeechTier,
  UpdateEngineOptionsRequest,
} from '../../../../contract/system/models.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, patchQuery } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextLanguagesField } from '../../../ui/controls/text-languages.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useModelName } from '../../../ui/lib/texts/use-model-name.ts';
import { useSpeechLanguages } from '../../../ui/lib/texts/use-speech-languages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { parseLines } from '../parse-lines.ts';
import { endDraft, runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { DownloadSource } from './download-source.tsx';
import { FrameModel } from './frame-model.tsx';
import { groupModels } from './group-models.ts';
import { ImportModel } from './import-model.tsx';
import { KnownVoices } from './known-voices.tsx';
import { ModelRow } from './model-row.tsx';
import { SpeakerModels } from './speaker-models.tsx';

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
  const languages = useSpeechLanguages();
  const nameOf = useModelName();
  const formats = useFormats();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const refresh = () => invalidate(queries.models.queryKey, queries.modules.queryKey, queries.engineOptions.queryKey);
  const change = async (run: () => Promise<unknown>) => {
    const isDone = await runAction(run);
    refresh();
    return isDone;
  };
  /** Runs an action on a model; its error is shown in the model's row. */
  const changeModel = async (id: string, run: () => Promise<unknown>) => {
    const report = (text: string | null) =>
      setProblems(({ [id]: _, ...others }) => (text === null ? others : { ...others, [id]: text }));
    report(null);
    try {
      await run();
    } catch (thrown) {
      report(errorText(thrown));
    }
    refresh();
  };
  const update = (next: UpdateEngineOptionsRequest) =>
    change(async () => {
      const now = await api.models.update(next);
      patchQuery(queries.engineOptions, () => now);
      invalidate(queries.frameIndex.queryKey);
    });
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data || !options) return <Skeleton className={styles.skeleton} />;
  const groups = groupModels(data);
  const isUsed = ({ id }: ModelInfo) => id === data.speech_model || id === options.frame_model;
  /** Settings that select a model; undefined where it is in use or can't be. */
  const selectionOf = (model: ModelInfo): UpdateEngineOptionsRequest | undefined => {
    if (model.status !== 'installed' || isUsed(model)) return undefined;
    if (model.task === 'speech-recognition') return { speech_model: model.id };
    return model.task === 'text-image' ? { frame_model: model.id } : undefined;
  };
  const row = (model: ModelInfo, tier?: SpeechTier) => {
    const selection = selectionOf(model);
    return (
      <ModelRow
        key={model.id}
        model={model}
        {...(tier && { tier })}
        isUsed={isUsed(model)}
        isOffline={data.offline}
        problem={problems[model.id]}
        onUse={selection && (() => void update(selection))}
        onInstall={() => void changeModel(model.id, () => api.models.install(model.id))}
        onPause={() => void changeModel(model.id, () => api.models.pause(model.id))}
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
              onInstall={(ids) => void Promise.all(ids.map((id) => changeModel(id, () => api.models.install(id))))}
            />
          )}
        </ul>
      </section>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.speech')}</h2>
        <Select
          label={t('models.language')}
          className={styles.field ?? ''}
          value={options.speech_language ?? ''}
          options={[{ value: '', label: t('models.language.detect') }, ...languages]}
          onChange={(code) => void update({ speech_language: code === '' ? null : code })}
        />
        <Switch
          label={t('models.translate')}
          hint={t('models.translate.hint')}
          checked={options.speech_translate}
          onChange={(speech_translate) => void update({ speech_translate })}
        />
        <Vocabulary options={options} onSave={(words) => update({ speech_vocabulary: words })} />
      </section>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.text')}</h2>
        <TextLanguagesField
          className={styles.field}
          value={options.text_languages}
          onChange={(text_languages) => void update({ text_languages })}
        />
      </section>
      <KnownVoices />
      <FrameModel
        models={data.models}
        selected={options.frame_model}
        onChange={(frame_model) => void update({ frame_model })}
      />
      <details className={styles.advanced}>
        <summary className={styles.heading}>{t('models.advanced')}</summary>
        <div className={styles.inner}>
          <p className={styles.about}>{t('models.advanced.text')}</p>
          {groups.installed.length > 0 && (
            <section className={styles.block}>
              <h2 className={styles.heading}>{t('models.installed')}</h2>
              <ul className={styles.list}>{groups.installed.map((model) => row(model))}</ul>
            </section>
          )}
          <section className={styles.block}>
            <h2 className={styles.heading}>{t('models.others')}</h2>
            <div className={styles.list}>
              {groups.others.map(({ task, models }) => (
                <details key={task} className={styles.fold}>
                  <summary className={styles.summary}>
                    {t(`models.task.${task}`)} <span className={styles.facts}>{formats.number(models.length)}</span>
                  </summary>
                  <ul>{models.map((model) => row(model))}</ul>
                </details>
              ))}
            </div>
          </section>
          <ImportModel onImported={refresh} />
          <DownloadSource saved={options.models_url} onSave={(models_url) => update({ models_url })} />
          <Switch
            label={t('models.decoding')}
            hint={t('models.decoding.hint')}
            checked={options.hardware_decoding}
            onChange={(hardware_decoding) => void update({ hardware_decoding })}
          />
        </div>
      </details>
      <Confirm
        open={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={t('models.remove.title', { name: removing ? nameOf(removing) : '' })}
        description={t(removing?.checksum === 'none' ? 'models.remove.imported' : 'models.remove.text')}
        confirm={t('models.remove')}
        onConfirm={() => removing && void changeModel(removing.id, () => api.models.remove(removing.id))}
      />
    </>
  );
}

function Vocabulary({ options, onSave }: { options: EngineOptions; onSave(words: string[]): Promise<boolean> }) {
  const t = useSettingsText();
  const [text, setText] = useState<string | null>(null);
  const save = async () => {
    if (!(await onSave(parseLines(text ?? '')))) return;
    setText(endDraft(text, null));
    toast(t('models.saved'), { tone: 'good' });
  };
  return (
    <>
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
    </>
  );
}
