import { statfsSync } from 'node:fs';

/**
 * Free space in bytes below which no analysis starts. SQLite can't even record that a job has failed on a full disk,
 * and other programs need room as well. It equals Syncthing's default floor (`minDiskFree`, 1%) on a disk of 50 GB.
 */
export const DEFAULT_MIN_FREE_BYTES = 500_000_000;

/** Free space of the disk that holds the data folder. */
export interface DiskSpace {
  freeBytes(): number;
  minFreeBytes(): number;
  /** Whether an analysis may start. */
  hasRoom(): boolean;
  /**
   * Whether a running analysis must stop: half of the floor is used up, so it neither stops nor resumes all the time.
   */
  isCritical(): boolean;
}

/** @param folder folder on the disk */
export function createDiskSpace(
  folder: string,
  minFreeBytes: () => number,
  freeBytes: () => number = () => freeBytesOf(folder),
): DiskSpace {
  return {
    freeBytes,
    minFreeBytes,
    hasRoom: () => freeBytes() >= minFreeBytes(),
    isCritical: () => freeBytes() < minFreeBytes() / 2,
  };
}

/** Free space of a folder's disk; none while the disk can't be reached, such as one that was unplugged. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
