import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { KnownVoice } from '../../../../contract/analysis/speakers.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

/** Voices that name the speakers of later videos. */
export function KnownVoices() {
  const t = useSettingsText();
  const formats = useFormats();
  const { data } = useQuery(queries.voices);
  const [deleting, setDeleting] = useState<KnownVoice | null>(null);
  const remove = async (voice: KnownVoice) => {
    await runAction(() => api.voices.remove(voice.id));
    invalidate(queries.voices.queryKey, ['speakers']);
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('voices.title')}</h2>
      <p className={styles.about}>{t('voices.about')}</p>
      {data && data.voices.length > 0 && (
        <ul className={styles.list}>
          {data.voices.map((voice) => (
            <li key={voice.id} className={styles.row}>
              <span className={styles.main}>
                <span dir="auto" className={styles.name}>
                  {voice.name}
                </span>
                <span className={styles.facts}>{t('voices.kept', { date: formats.date(voice.created_at) })}</span>
              </span>
              <IconButton
                icon={Trash2}
                label={t('voices.delete', { name: voice.name })}
                onClick={() => setDeleting(voice)}
              />
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('voices.delete.title', { name: deleting?.name ?? '' })}
        description={t('voices.delete.text')}
        confirm={t('voices.delete.confirm')}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </section>
  );
}
