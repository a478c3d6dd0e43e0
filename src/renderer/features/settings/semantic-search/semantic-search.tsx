import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { EmbeddingIndexState } from '../../../../contract/system/models.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, showChange } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { type EngineChoice, engineChoices } from './embedding-engines.ts';
import { useSemanticSearchText } from './semantic-search-text.ts';

/** Polling interval of the indexing progress, in milliseconds. */
const POLL_MS = 1000;
const BYTES_PER_NUMBER = 4;

/** Selects the embedding engine and shows indexing progress. */
export function SemanticSearch() {
  const t = useSemanticSearchText();
  const messages = useMessages();
  const common = useSettingsText();
  const [, navigate] = useLocation();
  const {
    data: state,
    error,
    refetch,
  } = useQuery({
    ...queries.embeddingIndex,
    refetchInterval: ({ state: { data } }) => data?.can_cancel === true && POLL_MS,
  });
  const { data: models } = useQuery(queries.models);
  const { data: ollama } = useQuery(queries.ollama);
  if (error && !state) return <ErrorState title={common('error.title')} error={error} onRetry={refetch} />;
  if (!state || !models) return <Skeleton className={styles.skeleton} />;

  const choices = engineChoices(state, models.models, ollama?.models ?? []);
  const nameOf = (choice: EngineChoice | undefined) => (choice ? (choice.name ?? t('bundled.name')) : t('former'));
  const inUse = nameOf(choices.find((choice) => choice.isInUse));
  const wanted = choices.find((choice) => choice.isWanted);
  const wantedName = wanted ? nameOf(wanted) : (state.wanted_model ?? t('bundled.name'));

  const choose = (choice: EngineChoice) =>
    runAction(async () => {
      const now = await api.models.update(choice.change);
      showChange(queries.engineOptions, () => now);
      invalidate(queries.embeddingIndex.queryKey);
      if (!choice.isInUse) toast(t('changed', { name: nameOf(choice) }), { tone: 'good' });
    });
  const cancel = () =>
    runAction(async () => {
      const now = await api.models.cancelEmbeddings();
      showChange(queries.embeddingIndex, () => now);
      invalidate(queries.engineOptions.queryKey);
      toast(t('kept', { name: inUse }), { tone: 'good' });
    });
  const stay = state.can_cancel && <Button onClick={() => void cancel()}>{t('cancel', { name: inUse })}</Button>;
  return (
    <>
      <p className={styles.about}>{t('about')}</p>
      {state.note !== null && <Notice>{t('undecided')}</Notice>}
      {state.error !== null && (
        <Notice tone="warn" title={t('failed.title', { name: wantedName })} action={stay}>
          {state.can_cancel
            ? t('failed.text', { error: messages.failure(state), engine: inUse })
            : t('failed.words', { error: messages.failure(state) })}
        </Notice>
      )}
      {state.error === null && state.can_cancel && (
        <IndexProgress state={state} name={wantedName} former={inUse} stay={stay} />
      )}
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('engines')}</h2>
        <ul className={styles.list}>
          {choices.map((choice) => (
            <EngineRow
              key={choice.key}
              choice={choice}
              name={nameOf(choice)}
              isFailed={choice.isWanted && state.error !== null}
              onUse={() => void choose(choice)}
              onInstall={() => navigate('/settings/models')}
            />
          ))}
        </ul>
        {choices.every(({ kind }) => kind !== 'ollama') && (
          <div className={styles.line}>
            <p className={cx(styles.facts, styles.field)}>{t('ollama.none')}</p>
            <Button size="small" onClick={() => navigate('/settings/ollama')}>
              {t('ollama.set')}
            </Button>
          </div>
        )}
      </section>
    </>
  );
}

function IndexProgress({
  state,
  name,
  former,
  stay,
}: {
  state: EmbeddingIndexState;
  name: string;
  former: string;
  stay: ReactNode;
}) {
  const t = useSemanticSearchText();
  const formats = useFormats();
  const { done, total, waiting } = state;
  const label = t('progress', { name });
  const far = t('progress.of', { done: formats.number(done), total: formats.number(total) });
  return (
    <section className={styles.block} aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      <Progress value={total > 0 ? (100 * done) / total : null} label={label} />
      <p className={styles.facts} role="status">
        {[total > 0 ? far : t('progress.begin'), waiting && t('waiting')].filter(Boolean).join(' · ')}
      </p>
      <p className={styles.about}>{t('progress.meanwhile', { name: former })}</p>
      <div className={styles.actions}>{stay}</div>
    </section>
  );
}

function EngineRow({
  choice,
  name,
  isFailed,
  onUse,
  onInstall,
}: {
  choice: EngineChoice;
  name: string;
  isFailed: boolean;
  onUse(): void;
  onInstall(): void;
}) {
  const t = useSemanticSearchText();
  const formats = useFormats();
  const { kind, languages, bytes, dimension, isReady, isInUse, isWanted, isOwn } = choice;
  const spoken =
    languages === 'multilingual'
      ? t('multilingual')
      : languages?.map((code) => (code === 'en' ? t('english') : code)).join(', ');
  const facts = [
    t(isReady ? `kind.${kind}` : 'kind.available'),
    spoken && t('languages', { languages: spoken }),
    bytes !== null && t(isReady ? 'size' : 'download', { size: formats.bytes(bytes) }),
    dimension !== null && t('dimension', { size: formats.bytes(1000 * BYTES_PER_NUMBER * dimension) }),
  ].filter(Boolean);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          {name}
          {isInUse && <Badge tone="good">{t('inUse')}</Badge>}
          {isFailed && <Badge tone="bad">{t('failed')}</Badge>}
          {isWanted && !isInUse && !isFailed && <Badge tone="accent">{t('wanted')}</Badge>}
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <p className={styles.facts}>{t(isOwn ? 'own.note' : `${kind}.note`)}</p>
        {choice.isRemote && <p className={styles.facts}>{t('ollama.remote')}</p>}
      </div>
      <div className={styles.actions}>
        {!isReady && (
          <Button size="small" aria-label={t('get.of', { name })} onClick={onInstall}>
            {t('get')}
          </Button>
        )}
        {isReady && !isWanted && !isInUse && (
          <Button size="small" aria-label={t('use.of', { name })} onClick={onUse}>
            {t('use')}
          </Button>
        )}
      </div>
    </li>
  );
}
