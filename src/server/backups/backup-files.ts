import * as fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BackupKind, parseBackupName } from '../../db/recovery/backup-names.ts';

export function backupFolder(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/** A backup in the folder of backups. */
export interface BackupFile {
  name: string;
  file: string;
  kind: BackupKind;
  /** Epoch milliseconds. */
  atMs: number;
  sizeBytes: number;
}

/** Lists the backups of a data folder, newest first; copies in progress are left out. */
export async function listBackups(dataFolder: string): Promise<BackupFile[]> {
  const folder = backupFolder(dataFolder);
  const found: BackupFile[] = [];
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const parsed = parseBackupName(name);
    const stats = parsed && (await fs.lstat(join(folder, name)).catch(() => undefined));
    if (stats?.isFile()) found.push({ name, file: join(folder, name), ...parsed!, sizeBytes: stats.size });
  }
  return found.sort((a, b) => b.atMs - a.atMs || b.name.localeCompare(a.name));
}

/** Finds a backup by its name. */
export async function findBackup(dataFolder: string, name: string): Promise<BackupFile | undefined> {
  return (await listBackups(dataFolder)).find((backup) => backup.name === basename(name));
}
