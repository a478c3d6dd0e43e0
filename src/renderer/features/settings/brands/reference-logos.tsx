import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { MAX_REFERENCE_LOGOS, REFERENCE_LOGO_TYPES } from '../../../../contract/analysis/brands.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import page from '../page.module.css';
import { useSettingsText } from '../text.ts';
import styles from './brands.module.css';
import { LogoCard } from './logo-card.tsx';
import { MAX_LOGO_MB, useAddLogos } from './use-add-logos.ts';
import { useFileDrop } from './use-file-drop.ts';

/** Adds, renames, and deletes reference logos. */
export function ReferenceLogos() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery(queries.logos);
  const picker = useRef<HTMLInputElement>(null);
  const { adding, refused, add, dismiss } = useAddLogos();
  const { isOver, handlers } = useFileDrop(add);

  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className={page.skeleton} />;
  const isFull = data.logos.length + adding.length >= MAX_REFERENCE_LOGOS;
  const isEmpty = data.logos.length + adding.length === 0;
  return (
    <section className={cx(page.block, styles.zone, isOver && styles.over)} aria-label={t('logos.title')} {...handlers}>
      <h2 className={styles.title}>
        {t('logos.title')}
        {!isEmpty && (
          <span className={page.facts}>{t('logos.count', { count: data.logos.length, max: MAX_REFERENCE_LOGOS })}</span>
        )}
      </h2>
      <p className={page.about}>{t('logos.about')}</p>
      {refused.map(({ file, reason }) => (
        <Notice
          key={file}
          tone="bad"
          title={t('logos.refused', { file })}
          action={
            <Button size="small" onClick={() => dismiss(file)}>
              {t('logos.dismiss')}
            </Button>
          }
        >
          {reason}
        </Notice>
      ))}
      {!isEmpty && (
        <ul className={styles.logos}>
          {data.logos.map((logo) => (
            <LogoCard key={logo.logo_id} logo={logo} />
          ))}
          {adding.map((name, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={`${name} ${i}`} className={styles.card} aria-label={t('logos.adding', { name })}>
              <Skeleton className={styles.ground} />
              <span className={page.facts}>{name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={REFERENCE_LOGO_TYPES.join()}
          onChange={(event) => {
            const { currentTarget } = event;
            void add([...(currentTarget.files ?? [])]);
            // Allows selecting the same file again.
            currentTarget.value = '';
          }}
        />
        <ImagePlus aria-hidden size={22} strokeWidth={1.5} className={styles.sign} />
        <p className={styles.how}>
          <span>{isFull ? t('logos.full', { max: MAX_REFERENCE_LOGOS }) : t('logos.drop')}</span>
          <span className={page.facts}>
            {t('logos.formats', { mb: MAX_LOGO_MB })} {t('logos.tip')}
          </span>
        </p>
        <Button disabled={isFull} onClick={() => picker.current?.click()}>
          {t('logos.add')}
        </Button>
      </div>
    </section>
  );
}
