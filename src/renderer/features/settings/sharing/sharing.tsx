import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ReelscopeError } from '../../../../contract/errors.ts';
import type { Sharing as SharingState, UpdateSharingRequest } from '../../../../contract/sharing/sharing.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, showChange } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox, Switch } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { currentSystem } from '../../../ui/lib/system.ts';
import { QrCode } from '../../../ui/media/qr-code.tsx';
import page from '../page.module.css';
import { endDraft, runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import styles from './sharing.module.css';
import { useSharingText } from './sharing-text.ts';

/** Polling interval of network addresses in milliseconds; browsers report no such event. */
const POLL_MS = 10_000;

const system = currentSystem();

/** Network sharing: switch, addresses, port, and access. */
export function Sharing() {
  const t = useSharingText();
  const common = useSettingsText();
  const { data: sharing, error, refetch } = useQuery({ ...queries.sharing, refetchInterval: POLL_MS });
  const [isBusy, setBusy] = useState(false);
  if (!sharing && error instanceof ReelscopeError && error.code === 'forbidden')
    return <Notice title={t('forbidden')}>{t('forbidden.text')}</Notice>;
  if (!sharing && error) return <ErrorState title={common('error.title')} error={error} onRetry={refetch} />;
  if (!sharing) return <Skeleton className={page.skeleton} />;

  const update = async (change: UpdateSharingRequest): Promise<boolean> => {
    setBusy(true);
    const isDone = await runAction(async () => {
      const now = await api.sharing.update(change);
      showChange(queries.sharing, () => now);
    });
    // The notice below shows the reason.
    if (!isDone) invalidate(queries.sharing.queryKey);
    setBusy(false);
    return isDone;
  };
  return (
    <>
      <p className={page.about}>{t('about')}</p>
      <section className={page.block}>
        <Switch
          label={t('switch')}
          hint={t('switch.hint')}
          checked={sharing.enabled}
          disabled={isBusy}
          onChange={(enabled) => void update({ enabled })}
        />
        <Checkbox
          label={t('keepOn')}
          hint={t('keepOn.hint')}
          checked={sharing.keep_on}
          disabled={isBusy}
          onChange={(keep_on) => void update({ keep_on })}
        />
        {system !== 'other' && <p className={page.facts}>{t(`prompt.${system}`)}</p>}
      </section>
      <section className={page.block} aria-live="polite">
        <h2 className={page.heading}>{t('state')}</h2>
        <State sharing={sharing} />
      </section>
      <Port saved={sharing.port} isBusy={isBusy} onSave={(port) => update({ port })} />
      <section className={page.block}>
        <h2 className={page.heading}>{t('who')}</h2>
        <ul className={styles.who}>
          {(['who.link', 'who.network', 'who.plain', 'who.rate'] as const).map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function State({ sharing: { state, port, addresses } }: { sharing: SharingState }) {
  const t = useSharingText();
  const [first] = addresses;
  if (state === 'off') return <p className={page.about}>{t('state.off')}</p>;
  if (state !== 'on' || first === undefined) {
    const problem = state === 'on' ? 'no_network' : state;
    return (
      <Notice tone={problem === 'no_network' ? 'warn' : 'bad'} title={t(`state.${problem}`, { port })}>
        {t(`state.${problem}.text`, { port })}
      </Notice>
    );
  }
  return (
    <div className={styles.reach}>
      <div className={styles.addresses}>
        <p>{t('state.on')}</p>
        <ul>
          {addresses.map((address) => (
            <li key={address} className={styles.address}>
              {address}
            </li>
          ))}
        </ul>
        <p className={page.facts}>{t('code.text')}</p>
      </div>
      <QrCode text={first} label={t('code', { address: first })} />
    </div>
  );
}

function Port({ saved, isBusy, onSave }: { saved: number; isBusy: boolean; onSave(port: number): Promise<boolean> }) {
  const t = useSharingText();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (saved === 0 ? '' : String(saved));
  const port = shown.trim() === '' ? 0 : Number(shown);
  const isGood = shown.trim() === '' || (/^\d{1,5}$/.test(shown.trim()) && port >= 1 && port <= 65_535);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isGood || !(await onSave(port))) return;
    setDraft(endDraft(draft, null));
    toast(t('port.saved'), { tone: 'good' });
  };
  return (
    <form className={page.block} onSubmit={(event) => void save(event)}>
      <Input
        className={styles.port ?? ''}
        label={t('port')}
        hint={t('port.hint')}
        error={isGood ? undefined : t('port.bad')}
        inputMode="numeric"
        autoComplete="off"
        value={shown}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <div className={page.actions}>
        <Button type="submit" disabled={draft === null || !isGood || port === saved || isBusy}>
          {t('port.save')}
        </Button>
      </div>
    </form>
  );
}
