import { type FormEvent, useState } from 'react';
import type { OllamaServerState } from '../../../../contract/system/ollama.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { isHttpUrl } from '../../../ui/controls/http-url.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import styles from '../page.module.css';
import { endDraft } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { addressOf } from './address.ts';

/** Further Ollama servers, with the health of each. */
export function MoreServers({
  urls,
  states,
  onSave,
}: {
  urls: readonly string[];
  /** Empty until it is known. */
  states: readonly OllamaServerState[];
  onSave(urls: string[]): Promise<boolean>;
}) {
  const t = useSettingsText();
  const [draft, setDraft] = useState('');
  const [isBusy, setBusy] = useState(false);
  const address = addressOf(draft);
  const isUrl = address === null || isHttpUrl(address);
  const save = async (changed: string[]) => {
    setBusy(true);
    const isSaved = await onSave(changed);
    setBusy(false);
    return isSaved;
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (address !== null && (await save([...urls, address]))) setDraft(endDraft(draft, ''));
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('ollama.more')}</h2>
      <p className={styles.about}>{t('ollama.more.about')}</p>
      {urls.length > 0 && (
        <ul className={styles.list}>
          {urls.map((url) => (
            <li key={url} className={styles.row}>
              <div className={styles.main}>
                <span className={styles.name}>{url}</span>
                <Health state={states.find((state) => state.url === url)} />
              </div>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={t('ollama.more.remove-named', { url })}
                onClick={() => void save(urls.filter((each) => each !== url))}
              >
                {t('ollama.more.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.line} onSubmit={(event) => void add(event)}>
        <Input
          label={t('ollama.more.url')}
          className={styles.field ?? ''}
          inputMode="url"
          placeholder="http://192.168.1.20:11434"
          error={isUrl ? undefined : t('url.invalid')}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Button type="submit" disabled={address === null || !isUrl || urls.includes(address) || isBusy}>
          {t('ollama.more.add')}
        </Button>
      </form>
    </section>
  );
}

function Health({ state }: { state: OllamaServerState | undefined }) {
  const t = useSettingsText();
  const messages = useMessages();
  if (!state) return null;
  const { reachable, version, models } = state;
  const reason = state.reason === null ? null : messages.text(state.reason_text, state.reason);
  return (
    <span className={styles.facts}>
      <Badge tone={reason === null ? 'good' : reachable ? 'warn' : 'bad'}>
        {reachable
          ? t('ollama.good', { version: version ?? '?', models: t('ollama.models', { count: models.length }) })
          : t('ollama.bad')}
      </Badge>{' '}
      {reason ?? models.join(', ')}
    </span>
  );
}
