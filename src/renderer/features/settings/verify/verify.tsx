import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { VerifiedReport } from '../../../../contract/evidence/signature.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { useOwnDrops } from '../../../ui/lib/drop-handler.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { VerifiedResult } from './verified-result.tsx';
import styles from './verify.module.css';
import { useVerifyText } from './verify-text.ts';

/** A report that was verified. */
interface Verified {
  name: string;
  report: VerifiedReport;
}

/** Verifies reports: whether they are as they were exported, and by which installation. */
export function Verify() {
  const t = useVerifyText();
  const { data: about, error, refetch } = useQuery(queries.about);
  const [isBusy, setBusy] = useState(false);
  const [verified, setVerified] = useState<Verified | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const drops = useMemo(() => {
    const take = async ([file]: readonly File[]) => {
      if (!file) return;
      setBusy(true);
      setVerified(null);
      await runAction(async () => setVerified({ name: file.name, report: await api.evidence.verify(file) }));
      setBusy(false);
    };
    return {
      title: t('drop.title'),
      text: t('drop.text'),
      take: (files: readonly File[]) => {
        void take(files);
        return [];
      },
    };
  }, [t]);
  useOwnDrops(drops);
  return (
    <>
      <p className={page.about}>{t('about')}</p>
      <section className={page.block} aria-label={t('report')}>
        <div className={styles.drop}>
          <FileCheck2 aria-hidden size={24} strokeWidth={1.5} className={styles.icon} />
          <p>{t('drop')}</p>
          <input
            ref={input}
            type="file"
            hidden
            accept=".html,.htm,.md,.json,text/html,text/markdown,application/json"
            onChange={({ currentTarget }) => {
              drops.take([...(currentTarget.files ?? [])]);
              // The same file may be chosen again after it was changed.
              currentTarget.value = '';
            }}
          />
          <Button look="primary" disabled={isBusy} onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
        </div>
        <div aria-live="polite">
          {isBusy && <Skeleton className={styles.skeleton} />}
          {verified && <VerifiedResult name={verified.name} report={verified.report} />}
        </div>
      </section>
      <section className={page.block}>
        <h2 className={page.heading}>{t('key')}</h2>
        <p className={page.about}>{t('key.text')}</p>
        {about ? (
          <CopyText label={t('key.label')} text={about.signing_key.fingerprint} hideLabel />
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <Skeleton className={styles.line} />
        )}
      </section>
    </>
  );
}
