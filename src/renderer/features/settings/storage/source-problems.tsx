import { useQuery } from '@tanstack/react-query';
import { FolderSearch } from 'lucide-react';
import { Link } from 'wouter';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

const MAX_SHOWN = 20;

/** Videos whose source file is missing or changed; hidden without any. */
export function SourceProblems() {
  const t = useSettingsText();
  const { data: problems } = useQuery(queries.sourceProblems);
  if (!problems || problems.length === 0) return null;
  return (
    <section className={styles.block} aria-label={t('sources.title')}>
      <h2 className={styles.heading}>{t('sources.title')}</h2>
      <p className={styles.about}>{t('sources.text')}</p>
      <ul className={styles.list}>
        {problems.slice(0, MAX_SHOWN).map(({ job_id, name, state, referenced_path }) => (
          <li key={job_id} className={styles.row}>
            <div className={styles.main}>
              <Link href={`/videos/${job_id}`} className={styles.name} dir="auto">
                {name}
              </Link>
              <p className={styles.facts} dir="auto">
                {t(`sources.${state}`)}
                {referenced_path !== null && ` · ${referenced_path}`}
              </p>
            </div>
            <Button
              size="small"
              aria-label={t('sources.relink.of', { name })}
              onClick={() => openOverlay({ kind: 'relink', jobId: job_id })}
            >
              {t('sources.relink')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={FolderSearch} onClick={() => openOverlay({ kind: 'relink' })}>
          {t('sources.folder')}
        </Button>
      </div>
    </section>
  );
}
