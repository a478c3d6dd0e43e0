import type { AuditEntry, AuditLog } from '../../contract/sharing/audit.ts';
import { csvFile, csvOf } from '../../core/formats/csv.ts';
import type { Store } from '../../db/index.ts';
import { requireFound } from '../errors/lookup.ts';

export type HistoriesService = ReturnType<typeof createHistoriesService>;

const COLUMNS = ['number', 'at', 'action', 'actor', 'details', 'software', 'previous_hash', 'hash'] as const;

/** Histories of videos, verified each time they are read. */
export function createHistoriesService(store: Store) {
  return {
    /** Returns the history of a video, which may be deleted. @throws ReelscopeError `not_found` */
    get(userId: number, jobId: string): AuditLog {
      const { entries, problem } = requireFound(store.audit.read(userId, jobId), 'video');
      return {
        job_id: jobId,
        video_name: store.videos.get(userId, jobId)?.name ?? lastName(entries),
        is_intact: problem === null,
        problem,
        head: entries.at(-1)!.hash,
        entries,
      };
    },
  };
}

/** A history as a file of RFC 4180 rows; details as JSON. */
export function historyCsv({ entries }: AuditLog): string {
  const rows = entries.map((entry) => [
    String(entry.number),
    entry.at,
    entry.action,
    entry.actor.name ?? entry.actor.kind,
    JSON.stringify(entry.details),
    entry.software ?? '',
    entry.previous_hash,
    entry.hash,
  ]);
  return csvFile(csvOf([COLUMNS, ...rows]));
}

/** Last name of a deleted video. */
function lastName(entries: readonly AuditEntry[]): string {
  const named = entries.findLast(({ details }) => typeof (details['to'] ?? details['name']) === 'string');
  return String(named?.details['name'] ?? named?.details['to'] ?? '');
}
