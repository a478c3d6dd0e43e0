import { useQuery } from '@tanstack/react-query';
import type { FrameIndexState, ModelInfo } from '../../../../contract/system/models.ts';
import { queries } from '../../../api/queries.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useModelName } from '../../../ui/lib/texts/use-model-name.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

/** Polling interval of the indexing progress, in milliseconds. */
const POLL_MS = 1000;

/** Selects the model with which frames are found by words, and shows the progress of their index. */
export function FrameModel({
  models,
  selected,
  onChange,
}: {
  models: readonly ModelInfo[];
  selected: string | null;
  onChange(model: string | null): void;
}) {
  const t = useSettingsText();
  const messages = useMessages();
  const nameOf = useModelName();
  const { data: state } = useQuery({
    ...queries.frameIndex,
    // The model is part of the key's data: a change in this window shows at once.
    enabled: selected !== null,
    refetchInterval: ({ state: { data } }) => data?.status !== 'ready' && POLL_MS,
  });
  const installed = models.filter(({ task, status }) => task === 'text-image' && status === 'installed');
  const choices = installed.map((model) => ({ value: model.id, label: nameOf(model) }));
  // A model that was selected before it was installed.
  const others = selected === null || installed.some(({ id }) => id === selected) ? [] : [selected];
  const current = selected !== null && state?.model === selected ? state : undefined;
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('frames.title')}</h2>
      <p className={styles.about}>{t('frames.about')}</p>
      {choices.length + others.length === 0 ? (
        <p className={styles.facts}>{t('frames.none')}</p>
      ) : (
        <Select
          label={t('frames.model')}
          className={styles.field ?? ''}
          value={selected ?? ''}
          options={[
            { value: '', label: t('frames.off') },
            ...choices,
            ...others.map((id) => ({ value: id, label: models.find((model) => model.id === id)?.name ?? id })),
          ]}
          onChange={(id) => onChange(id === '' ? null : id)}
        />
      )}
      {current && <IndexProgress state={current} />}
      {current?.status === 'failed' && (
        <Notice tone="warn" title={t('frames.failed')}>
          {messages.failure(current)}
        </Notice>
      )}
    </section>
  );
}

function IndexProgress({ state: { status, done, total, waiting } }: { state: FrameIndexState }) {
  const t = useSettingsText();
  const formats = useFormats();
  if (status === 'failed') return null;
  const count = t('frames.count', { count: total, done: formats.number(done) });
  if (status === 'ready') return <p className={styles.facts}>{count}</p>;
  return (
    <>
      <Progress value={total > 0 ? (100 * done) / total : null} label={t('frames.progress')} />
      <p className={styles.facts} role="status">
        {[t('frames.progress'), count, waiting && t('frames.waiting')].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}
