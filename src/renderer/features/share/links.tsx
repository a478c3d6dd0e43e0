import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharedReport } from '../../../contract/sharing/shared-reports.ts';
import { api } from '../../api/endpoints.ts';
import type { queries } from '../../api/queries.ts';
import { showChange } from '../../api/query-client.ts';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './dialog.module.css';
import { stateOf } from './expiry.ts';
import { exportComments, type LinkTarget } from './export-comments.ts';
import { useSharing } from './lan-sharing.tsx';
import { LinkRow } from './link-row.tsx';
import { useShareText } from './text.ts';

/** Links to a video or a story. */
export type LinksQuery = ReturnType<typeof queries.sharedReports> | ReturnType<typeof queries.storyLinks>;

/**
 * Existing links, open ones first; each can be copied and revoked.
 * @param created ID of the link that was just created
 */
export function Links({
  query,
  target,
  created,
}: {
  query: LinksQuery;
  target: LinkTarget;
  created: string | undefined;
}) {
  const t = useShareText();
  // Both queries have the same data.
  const { data: reports, error, refetch } = useQuery(query as ReturnType<typeof queries.sharedReports>);
  const { data: sharing } = useSharing();
  const lanOrigin = sharing?.addresses[0];
  const [revoking, setRevoking] = useState<SharedReport | null>(null);
  const open = reports?.filter((report) => stateOf(report) === 'open') ?? [];
  const ended = reports?.filter((report) => stateOf(report) !== 'open') ?? [];
  const revoke = async ({ id }: SharedReport) => {
    try {
      await api.sharedReports.revoke(id);
      showChange(query, (before) => before.map((report) => (report.id === id ? { ...report, is_active: 0 } : report)));
      toast(t('revoked'), { tone: 'good' });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  const saveComments = async ({ id }: SharedReport) => {
    try {
      if (!(await exportComments(id, target))) toast(t('comments.none'));
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  const row = (report: SharedReport) => (
    <LinkRow
      key={report.id}
      report={report}
      lanOrigin={lanOrigin}
      isNew={report.id === created}
      onExportComments={() => void saveComments(report)}
      onRevoke={() => setRevoking(report)}
    />
  );
  return (
    <section className={styles.links} aria-label={t('links')}>
      <h3 className={styles.heading}>{t('links')}</h3>
      {error && !reports && <ErrorState title={t('error.load')} error={error} onRetry={refetch} />}
      {!reports && !error && <Skeleton className={styles.skeleton} />}
      {reports && open.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <ul className={styles.list}>{open.map(row)}</ul>
      {ended.length > 0 && (
        <details>
          <summary className={styles.ended}>{t('ended', { count: ended.length })}</summary>
          <ul>{ended.map(row)}</ul>
        </details>
      )}
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('revoke.title')}
        description={t(revoking?.allows_comments ? 'revoke.comments' : 'revoke.text')}
        confirm={t('revoke')}
        onConfirm={() => revoking && void revoke(revoking)}
      />
    </section>
  );
}
