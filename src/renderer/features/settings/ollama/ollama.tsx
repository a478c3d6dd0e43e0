import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toError } from '../../../../base/errors.ts';
import type { UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import type { OllamaState } from '../../../../contract/system/ollama.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, showChange } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { isHttpUrl } from '../../../ui/controls/http-url.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../../../ui/lib/messages.ts';
import styles from '../page.module.css';
import { endDraft, runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { addressOf } from './address.ts';
import { OllamaChoice, OllamaRecommended } from './ollama-models.tsx';
import { MoreServers } from './ollama-servers.tsx';

/** Connection to the Ollama server and choice of its models. */
export function Ollama() {
  const t = useSettingsText();
  const { data: options, error, refetch } = useQuery(queries.engineOptions);
  const { data: state } = useQuery({ ...queries.ollama, staleTime: 0 });
  const { data: models } = useQuery(queries.models);
  if (error && !options) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!options) return <Skeleton className={styles.skeleton} />;

  const update = (change: UpdateEngineOptionsRequest) =>
    runAction(async () => {
      const now = await api.models.update(change);
      showChange(queries.engineOptions, () => now);
      invalidate(queries.ollama.queryKey, queries.modules.queryKey);
      toast(t('models.saved'), { tone: 'good' });
    });
  return (
    <>
      <p className={styles.about}>{t('ollama.about')}</p>
      <Notice>{t('ollama.privacy')}</Notice>
      <Address
        saved={options.ollama_url}
        state={state && ofServer(state, options.ollama_url)}
        onSave={(url) => update({ ollama_url: url })}
      />
      {(options.ollama_url !== null || options.ollama_more_urls.length > 0) && (
        <MoreServers
          urls={options.ollama_more_urls}
          states={state?.servers ?? []}
          onSave={(urls) => update({ ollama_more_urls: urls })}
        />
      )}
      {state !== undefined && state.models.length > 0 && (
        <OllamaChoice
          models={state.models}
          automatic={state.automatic}
          options={options}
          onChoose={(change) => void update(change)}
        />
      )}
      {models !== undefined && (
        <OllamaRecommended models={models.recommended_ollama} present={state?.models.map(({ name }) => name) ?? []} />
      )}
    </>
  );
}

/** The part of the state that is of one server. */
function ofServer(state: OllamaState, url: string | null): OllamaState {
  const server = state.servers.find((each) => each.url === url);
  if (!server) return state;
  return { ...state, ...server, models: state.models.filter(({ name }) => server.models.includes(name)) };
}

function Address({
  saved,
  state,
  onSave,
}: {
  saved: string | null;
  state: OllamaState | undefined;
  onSave(url: string | null): Promise<boolean>;
}) {
  const t = useSettingsText();
  const [draft, setDraft] = useState<string | null>(null);
  const [tested, setTested] = useState<OllamaState | Error | null>(null);
  const [isTesting, setTesting] = useState(false);
  const shown = draft ?? saved ?? '';
  const address = addressOf(shown);
  const isUrl = address === null || isHttpUrl(address);

  const test = async () => {
    if (address === null) return;
    setTesting(true);
    setTested(null);
    try {
      setTested(await api.models.testOllama(address));
    } catch (thrown) {
      setTested(toError(thrown));
    }
    setTesting(false);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await onSave(address))) return;
    setDraft(endDraft(draft, null));
    setTested(null);
  };
  // Shows the state of the saved server, or the result of the last test.
  const known = tested ?? (draft === null && saved !== null ? state : undefined);
  return (
    <section className={styles.block}>
      <form className={styles.line} onSubmit={(event) => void save(event)}>
        <Input
          label={t('ollama.url')}
          className={styles.field ?? ''}
          inputMode="url"
          placeholder="http://127.0.0.1:11434"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          readOnly={isTesting}
          error={isUrl ? undefined : t('url.invalid')}
          value={shown}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            setTested(null);
          }}
        />
        <div className={styles.actions}>
          <Button disabled={address === null || !isUrl || isTesting} onClick={() => void test()}>
            {isTesting ? t('ollama.testing') : t('ollama.test')}
          </Button>
          <Button type="submit" look="primary" disabled={draft === null || address === saved || !isUrl || isTesting}>
            {t('models.save')}
          </Button>
        </div>
      </form>
      <div role="status">{known && <Outcome outcome={known} />}</div>
      {saved !== null && <p className={styles.facts}>{t('ollama.off')}</p>}
    </section>
  );
}

function Outcome({ outcome }: { outcome: OllamaState | Error }) {
  const t = useSettingsText();
  const messages = useMessages();
  if (outcome instanceof Error)
    return (
      <Notice tone="bad" title={t('ollama.bad')}>
        {errorText(outcome)}
      </Notice>
    );
  const { reachable, version, models } = outcome;
  const reason = outcome.reason === null ? null : messages.text(outcome.reason_text, outcome.reason);
  if (!reachable)
    return (
      <Notice tone="bad" title={t('ollama.bad')}>
        {reason}
      </Notice>
    );
  return (
    <Notice
      tone={reason === null ? 'info' : 'warn'}
      title={t('ollama.good', { version: version ?? '?', models: t('ollama.models', { count: models.length }) })}
    >
      {reason ?? models.map(({ name }) => name).join(', ')}
    </Notice>
  );
}
