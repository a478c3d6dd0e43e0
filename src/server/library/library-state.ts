import type { LibraryProblem, LibraryState } from '../../contract/library/library-state.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

export type LibraryStateService = ReturnType<typeof createLibraryState>;

/** Free space of the disk, and the floor of the queue. */
interface Disk {
  freeBytes(): number;
  minFreeBytes(): number;
  hasRoom(): boolean;
}

/** State of the library as a whole, for the window and the API. */
export function createLibraryState({ disk, backups }: { disk: Disk; backups: { problem(): LocalizedText | null } }) {
  let isDamaged = false;
  const damaged = (): LibraryProblem => {
    const { message, text } = sentence('library.damaged');
    return { code: 'damaged', message, text: text ?? null };
  };
  const diskFull = (): LibraryProblem => {
    const params = { free: Math.floor(disk.freeBytes() / 1e6), required: Math.ceil(disk.minFreeBytes() / 1e6) };
    const { message, text } = sentence('disk-full', params);
    return { code: 'disk_full', message, text: text ?? null };
  };
  const backupFailed = (): LibraryProblem[] => {
    const reason = backups.problem();
    if (reason === null) return [];
    const { message, text } = sentence('backup.failed', { reason });
    return [{ code: 'backup_failed', message, text: text ?? null }];
  };
  return {
    isDamaged: () => isDamaged,
    /** Notes that a part of the database is unreadable, until the library is reopened. */
    reportDamage(): void {
      isDamaged = true;
    },
    get: (): LibraryState => ({
      problems: [...(isDamaged ? [damaged()] : []), ...(disk.hasRoom() ? [] : [diskFull()]), ...backupFailed()],
      free_bytes: disk.freeBytes(),
    }),
  };
}
