import { StorageOptions, type UpdateStorageOptionsRequest } from '../../../contract/library/storage.ts';
import type { Store } from '../../../db/index.ts';
import { DEFAULT_MIN_FREE_BYTES } from '../../hosting/disk-space.ts';

export type StorageOptionsService = ReturnType<typeof createStorageOptions>;

/** Storage key and default of each option. */
const SETTINGS = {
  daily_backups: { key: 'backups.daily', value: true },
  kept_backups: { key: 'backups.kept', value: 7 },
  import_mode: { key: 'storage.import_mode', value: 'copy' },
  min_free_bytes: { key: 'storage.min_free_bytes', value: DEFAULT_MIN_FREE_BYTES },
} satisfies { [Name in keyof StorageOptions]: { key: string; value: StorageOptions[Name] } };

/** Storage options of this installation. */
export function createStorageOptions(store: Store) {
  const get = (): StorageOptions =>
    StorageOptions.parse(
      Object.fromEntries(
        Object.entries(SETTINGS).map(([name, { key, value }]) => [name, store.settings.get(key) ?? value]),
      ),
    );
  return {
    get,
    update(changes: UpdateStorageOptionsRequest): StorageOptions {
      for (const [name, value] of Object.entries(changes)) {
        if (value !== undefined) store.settings.set(SETTINGS[name as keyof StorageOptions].key, value);
      }
      return get();
    },
  };
}
