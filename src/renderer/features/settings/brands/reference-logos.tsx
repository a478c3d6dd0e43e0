import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import {
  MAX_REFERENCE_LOGO_BYTES,
  MAX_REFERENCE_LOGOS,
  REFERENCE_LOGO_TYPES,
} from '../../../../contract/analysis/brands.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { patchQuery } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import page from '../page.module.css';
import { useSettingsText } from '../text.ts';
import styles from './brands.module.css';
import { LogoCard } from './logo-card.tsx';
import { withLogo } from './logo-list.ts';
import { logoName } from './logo-name.ts';

const MB = MAX_REFERENCE_LOGO_BYTES / 1024 / 1024;

/** Adds, renames, and deletes reference logos. */
export function ReferenceLogos() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery(queries.logos);
  const picker = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly { file: string; reason: string }[]>([]);
  const [isOver, setOver] = useState(false);

  const add = async (files: readonly File[]) => {
    setRefused([]);
    setAdding(files.map(({ name }) => name));
    // Sequential, to keep the order and the load on the worker low.
    for (const file of files) {
      if (file.size > MAX_REFERENCE_LOGO_BYTES) {
        setRefused((before) => [...before, { file: file.name, reason: t('logos.large', { mb: MB }) }]);
        setAdding((before) => before.slice(1));
        continue;
      }
      try {
        const logo = await api.logos.add(logoName(file.name), file);
        patchQuery(queries.logos, (list) => withLogo(list, logo));
      } catch (thrown) {
        setRefused((before) => [...before, { file: file.name, reason: errorText(thrown) }]);
      }
      setAdding((before) => before.slice(1));
    }
  };
  // Keeps the window's own drop target from handling logo files.
  const drag = (isInside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    // Moving between children is not leaving.
    const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    setOver(isInside || isWithin);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };

  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className={page.skeleton} />;
  const isFull = data.logos.length + adding.length >= MAX_REFERENCE_LOGOS;
  const isEmpty = data.logos.length + adding.length === 0;
  return (
    <section
      className={cx(page.block, styles.zone, isOver && styles.over)}
      aria-label={t('logos.title')}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
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
            <Button size="small" onClick={() => setRefused(refused.filter((other) => other.file !== file))}>
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
            {t('logos.formats', { mb: MB })} {t('logos.tip')}
          </span>
        </p>
        <Button disabled={isFull} onClick={() => picker.current?.click()}>
          {t('logos.add')}
        </Button>
      </div>
    </section>
  );
}
