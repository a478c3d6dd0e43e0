import { useQuery } from '@tanstack/react-query';
import type { ImportMode, UpdateStorageOptionsRequest } from '../../../../contract/library/storage.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Select } from '../../../ui/controls/select.tsx';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { NumberField } from './number-field.tsx';

const MEGABYTE = 1e6;
const MAX_MEGABYTES = 100_000_000;
const MODES = ['copy', 'reference'] as const satisfies readonly ImportMode[];

/** Storage options, for the local user. */
export function StorageOptionsForm() {
  const t = useSettingsText();
  const { data: options } = useQuery(queries.storageOptions);
  if (!options) return null;
  const update = async (change: UpdateStorageOptionsRequest) => {
    const isSaved = await runAction(() => api.storage.updateOptions(change));
    invalidate(queries.storageOptions.queryKey, queries.libraryState.queryKey);
    return isSaved;
  };
  return (
    <section className={styles.block} aria-label={t('storage.options')}>
      <h2 className={styles.heading}>{t('storage.options')}</h2>
      <Select<ImportMode>
        className={styles.narrow ?? ''}
        label={t('storage.import')}
        value={options.import_mode}
        options={MODES.map((value) => ({ value, label: t(`storage.import.${value}`) }))}
        onChange={(import_mode) => void update({ import_mode })}
      />
      <p className={styles.facts}>{t('storage.import.hint')}</p>
      <NumberField
        label={t('storage.minFree')}
        hint={t('storage.minFree.hint')}
        value={Math.round(options.min_free_bytes / MEGABYTE)}
        min={0}
        max={MAX_MEGABYTES}
        onSave={(megabytes) => update({ min_free_bytes: megabytes * MEGABYTE })}
      />
    </section>
  );
}
