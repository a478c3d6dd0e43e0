import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { SharedReport } from '../../../contract/shared-reports.ts';
import { api } from '../../api/endpoints.ts';
import { useHasResults } from '../../api/live-jobs.ts';
import { queries } from '../../api/queries.ts';
import { patchQuery } from '../../api/query-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm, Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './dialog.module.css';
import { EXPIRY_DAYS, type Expiry, expiresAt, stateOf } from './expiry.ts';
import { LanSharing, useSharing } from './lan-sharing.tsx';
import { LinkRow } from './link-row.tsx';
import { useShareText } from './text.ts';

/** Dialog that creates and revokes share links. */
export function ShareDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useShareText();
  const query = queries.sharedReports(jobId);
  const { data: video } = useQuery(queries.video(jobId));
  const hasResults = useHasResults(video);
  const { data: reports, error, refetch } = useQuery(query);
  const { data: sharing } = useSharing();
  const lanOrigin = sharing?.addresses[0];
  const [expiry, setExpiry] = useState<Expiry>('week');
  const [isBusy, setBusy] = useState(false);
  const [revoking, setRevoking] = useState<SharedReport | null>(null);
  const open = reports?.filter((report) => stateOf(report) === 'open') ?? [];
  const ended = reports?.filter((report) => stateOf(report) !== 'open') ?? [];

  const create = async () => {
    setBusy(true);
    try {
      const made = await api.sharedReports.create(jobId, expiresAt(expiry));
      patchQuery(query, (before) => [made, ...before]);
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    setBusy(false);
  };
  const revoke = async ({ id }: SharedReport) => {
    try {
      await api.sharedReports.revoke(id);
      patchQuery(query, (before) => before.map((report) => (report.id === id ? { ...report, is_active: 0 } : report)));
      toast(t('revoked'), { tone: 'good' });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('title')} description={t('about')}>
        <LanSharing />
        {video && !hasResults && <Notice tone="warn">{t('notReady')}</Notice>}
        <div className={styles.create}>
          <Select<Expiry>
            label={t('expiry')}
            value={expiry}
            options={(Object.keys(EXPIRY_DAYS) as Expiry[]).map((value) => ({ value, label: t(`expiry.${value}`) }))}
            onChange={setExpiry}
            className={styles.expiry ?? ''}
          />
          <Button look="primary" icon={Link2} disabled={isBusy} onClick={() => void create()}>
            {t('create')}
          </Button>
        </div>
        <section className={styles.links} aria-label={t('links')}>
          <h3 className={styles.heading}>{t('links')}</h3>
          {error && !reports && <ErrorState title={t('error.load')} error={error} onRetry={refetch} />}
          {!reports && !error && <Skeleton className={styles.skeleton} />}
          {reports && open.length === 0 && <p className={styles.none}>{t('none')}</p>}
          <ul className={styles.list}>
            {open.map((report) => (
              <LinkRow key={report.id} report={report} lanOrigin={lanOrigin} onRevoke={() => setRevoking(report)} />
            ))}
          </ul>
          {ended.length > 0 && (
            <details>
              <summary className={styles.ended}>{t('ended', { count: ended.length })}</summary>
              <ul>
                {ended.map((report) => (
                  <LinkRow key={report.id} report={report} lanOrigin={lanOrigin} onRevoke={() => setRevoking(report)} />
                ))}
              </ul>
            </details>
          )}
        </section>
      </Dialog>
      <Confirm
        open={revoking !== null}
        onOpenChange={(isOpen) => !isOpen && setRevoking(null)}
        title={t('revoke.title')}
        description={t('revoke.text')}
        confirm={t('revoke')}
        onConfirm={() => revoking && void revoke(revoking)}
      />
    </>
  );
}
