import type { LibraryProblem, LibraryState } from '../../contract/library-state.ts';
import { message } from '../../contract/message.ts';

export type LibraryStateService = ReturnType<typeof createLibraryState>;

/** Free space of the disk, and the floor of the queue. */
interface Disk {
  freeBytes(): number;
  minFreeBytes(): number;
  hasRoom(): boolean;
}

/** State of the library as a whole, for the window and the API. */
export function createLibraryState({ disk, backups }: { disk: Disk; backups: { problem(): string | null } }) {
  const diskFull = (): LibraryProblem => {
    const params = { free: Math.floor(disk.freeBytes() / 1e6), required: Math.ceil(disk.minFreeBytes() / 1e6) };
    return {
      code: 'disk_full',
      message: `The disk has ${params.free} MB free; analysis needs ${params.required} MB. It resumes automatically when you free up space.`,
      text: message('disk-full', params),
    };
  };
  const backupFailed = (): LibraryProblem[] => {
    const reason = backups.problem();
    if (reason === null) return [];
    const text = message('backup.failed', { reason });
    return [{ code: 'backup_failed', message: `The daily backup failed: ${reason}`, text }];
  };
  return {
    get: (): LibraryState => ({
      problems: [...(disk.hasRoom() ? [] : [diskFull()]), ...backupFailed()],
      free_bytes: disk.freeBytes(),
    }),
  };
}
