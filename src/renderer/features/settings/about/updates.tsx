import { useQuery } from '@tanstack/react-query';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Updates as UpdatesState } from '../../../../contract/system/updates.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { showChange } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import styles from './about.module.css';
import { useAboutText } from './about-text.ts';

/** Whether Reelscope looks for new versions, and the newest one. Nothing is asked before the user wants it. */
export function Updates() {
  const t = useAboutText();
  const { data } = useQuery(queries.updates);
  const [isBusy, setBusy] = useState(false);
  const change = async (send: () => Promise<UpdatesState>) => {
    setBusy(true);
    await runAction(async () => {
      const now = await send();
      showChange(queries.updates, () => now);
    });
    setBusy(false);
  };
  return (
    <section className={page.block}>
      <h2 className={page.heading}>{t('updates')}</h2>
      {data && data.host === null && <p className={page.about}>{t('updates.noSource')}</p>}
      {data && data.host !== null && (
        <>
          <Switch
            label={t('updates.daily')}
            hint={t('updates.daily.hint', { host: data.host })}
            checked={data.enabled}
            disabled={isBusy}
            onChange={(enabled) => void change(() => api.updates.change({ enabled }))}
          />
          <div aria-live="polite">
            <Result updates={data} />
          </div>
          <div className={page.actions}>
            <Button icon={RefreshCw} disabled={isBusy} onClick={() => void change(api.updates.check)}>
              {t('updates.check')}
            </Button>
          </div>
        </>
      )}
      <p className={page.about}>{t('updates.text')}</p>
    </section>
  );
}

function Result({ updates: { available, failure, checked_at } }: { updates: UpdatesState }) {
  const t = useAboutText();
  const formats = useFormats();
  const when = checked_at === null ? '' : formats.ago(checked_at);
  return (
    <>
      {available && (
        <p className={styles.available}>
          {t('updates.available', { version: available.version })}{' '}
          {available.page !== null && (
            <a href={available.page} target="_blank" rel="noreferrer noopener">
              {t('updates.page')} <ExternalLink aria-hidden size={14} strokeWidth={1.75} />
            </a>
          )}
        </p>
      )}
      {failure && <p className={page.about}>{t(`updates.failed.${failure}`, { when })}</p>}
      {!available && !failure && checked_at !== null && <p className={page.about}>{t('updates.latest', { when })}</p>}
    </>
  );
}
