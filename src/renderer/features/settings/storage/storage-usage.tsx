import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { StorageSummary } from '../../../../contract/library/storage.ts';
import { api } from '../../../api/endpoints.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

const OWN = ['originals', 'copies', 'stills', 'trash'] as const;
const SHARED = ['models', 'database', 'other'] as const;

/** Kinds with a meaningful file count. */
const COUNTED: readonly string[] = ['originals', 'copies'];

/** Storage usage by kind. */
export function StorageUsageTable({ summary }: { summary: StorageSummary }) {
  const t = useSettingsText();
  const formats = useFormats();
  const [isClearing, setClearing] = useState(false);
  const { installation, total_bytes: total, free_bytes: free } = summary;
  const parts = [
    ...OWN.map((kind) => ({ kind, ...summary[kind] })),
    ...(installation ? SHARED.map((kind) => ({ kind, ...installation[kind] })) : []),
  ];
  const clear = async () => {
    const { bytes } = summary.copies;
    if (await runAction(() => api.storage.clearCopies())) {
      toast(t('storage.cleaned', { size: formats.bytes(bytes) }), { tone: 'good' });
    }
    invalidate(['storage'], ['playback'], ['proxy']);
  };
  return (
    <section className={styles.block} aria-label={t('storage.total')}>
      <p className={styles.name}>{t('storage.sum', { used: formats.bytes(total), free: formats.bytes(free) })}</p>
      <ul className={styles.list}>
        {parts.map(({ kind, files, bytes }) => (
          <li key={kind} className={styles.row}>
            <div className={styles.main}>
              <p className={styles.name}>{t(`storage.kind.${kind}`)}</p>
              <p className={styles.facts}>{t(`storage.kind.${kind}.text`)}</p>
            </div>
            {kind === 'copies' && files > 0 && (
              <Button size="small" icon={Trash2} onClick={() => setClearing(true)}>
                {t('storage.clear')}
              </Button>
            )}
            {kind === 'trash' && files > 0 && (
              <Link href="/trash" className={styles.facts}>
                {t('storage.trash')}
              </Link>
            )}
            {kind === 'models' && (
              <Link href="/settings/models" className={styles.facts}>
                {t('storage.models')}
              </Link>
            )}
            {COUNTED.includes(kind) && <span className={styles.facts}>{t('storage.files', { count: files })}</span>}
            <span className={styles.size}>{formats.bytes(bytes)}</span>
          </li>
        ))}
      </ul>
      <Confirm
        open={isClearing}
        onClose={() => setClearing(false)}
        title={t('storage.clear.title', { count: summary.copies.files })}
        description={t('storage.clear.text')}
        confirm={t('storage.clear')}
        onConfirm={() => void clear()}
      />
    </section>
  );
}
