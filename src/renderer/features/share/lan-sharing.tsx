import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { Sharing, UpdateSharingRequest } from '../../../contract/sharing/sharing.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate, showChange } from '../../api/query-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox, Switch } from '../../ui/controls/checkbox.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './lan-sharing.module.css';
import { useShareText } from './text.ts';

/** Polling interval of network addresses in milliseconds; browsers report no such event. */
const POLL_MS = 10_000;

/** State of network sharing. */
export const useSharing = () => useQuery({ ...queries.sharing, refetchInterval: POLL_MS });

/** Switch for network sharing with its resulting state. */
export function LanSharing() {
  const t = useShareText();
  const { data: sharing, error, refetch } = useSharing();
  const [isBusy, setBusy] = useState(false);
  const update = async (change: UpdateSharingRequest) => {
    setBusy(true);
    try {
      const now = await api.sharing.update(change);
      showChange(queries.sharing, () => now);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
      // The notice below shows the reason.
      invalidate(queries.sharing.queryKey);
    }
    setBusy(false);
  };
  // Expected for users of an identity provider who are not on this computer; a retry can't help.
  if (!sharing && error instanceof ReelscopeError && error.code === 'forbidden')
    return <p className={styles.quiet}>{t('lan.forbidden')}</p>;
  if (!sharing) {
    return error ? (
      <ErrorState title={t('lan.error')} error={error} onRetry={refetch} />
    ) : (
      <Skeleton className={styles.skeleton} />
    );
  }
  return (
    <section className={styles.lan} aria-label={t('lan')}>
      <Switch
        label={t('lan')}
        hint={t('lan.hint')}
        checked={sharing.enabled}
        disabled={isBusy}
        onChange={(enabled) => void update({ enabled })}
      />
      <div className={styles.state} aria-live="polite">
        <State sharing={sharing} isBusy={isBusy} onOtherPort={() => void update({ enabled: true, port: 0 })} />
      </div>
      {sharing.enabled && (
        <Checkbox
          label={t('lan.keepOn')}
          checked={sharing.keep_on}
          disabled={isBusy}
          onChange={(keep_on) => void update({ keep_on })}
        />
      )}
    </section>
  );
}

function State({ sharing, isBusy, onOtherPort }: { sharing: Sharing; isBusy: boolean; onOtherPort(): void }) {
  const t = useShareText();
  const { state, port, addresses } = sharing;
  switch (state) {
    case 'off':
      return <p className={styles.quiet}>{t('lan.off')}</p>;
    case 'on':
      return (
        <>
          <p>{t('lan.on', { count: addresses.length })}</p>
          <ul className={styles.addresses}>
            {addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
          <p className={styles.quiet}>{t('lan.plain')}</p>
        </>
      );
    case 'no_network':
      return (
        <Notice tone="warn" title={t('lan.no_network')}>
          {t('lan.no_network.text')}
        </Notice>
      );
    case 'port_taken':
    case 'failed':
      return (
        <Notice
          tone="bad"
          title={t(`lan.${state}`, { port })}
          action={
            <Button disabled={isBusy} onClick={onOtherPort}>
              {t('lan.otherPort')}
            </Button>
          }
        >
          {t(`lan.${state}.text`, { port })}
        </Notice>
      );
  }
}
