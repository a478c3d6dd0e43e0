import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import page from '../page.module.css';
import { useSettingsText } from '../text.ts';
import styles from './about.module.css';
import { useAboutText } from './about-text.ts';
import { parseLicenses } from './license-list.ts';

/** Third-party licenses by package. */
export function Licenses({ onClose }: { onClose(): void }) {
  const t = useAboutText();
  const common = useSettingsText();
  const { data, error, refetch } = useQuery(queries.licenses);
  const [filter, setFilter] = useState('');
  const all = data === undefined ? undefined : parseLicenses(data);
  const shown = all?.packages.filter(({ title }) => title.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <Dialog onClose={onClose} title={t('licenses.title')} width="wide">
      {error && !data && <ErrorState title={common('error.title')} error={error} onRetry={refetch} />}
      {!all && !error && <Skeleton className={page.skeleton} />}
      {all && shown && (
        <>
          <p className={styles.license}>{all.head}</p>
          <Input
            label={t('licenses.find')}
            hint={t('licenses.count', { count: shown.length })}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          {shown.length === 0 && <p>{t('licenses.none')}</p>}
          <div className={styles.list}>
            {shown.map(({ title, text }) => (
              <details key={title} className={styles.package}>
                <summary>{title}</summary>
                <p className={styles.license}>{text}</p>
              </details>
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}
