import { lstat } from 'node:fs/promises';
import { formatTimestamp } from '../../base/time.ts';
import type { WatchedFile } from '../../contract/library/watch-folders.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { WatchedFileRow } from '../../db/schema.ts';
import type { Incompleteness } from './completeness.ts';
import type { WaitingFile } from './folder-watcher.ts';
import type { SkippedFile } from './scan-folder.ts';

/** Fields that are empty for all files that were not handled. */
const UNHANDLED = { job_id: null, error: null, error_text: null } as const;

/** Why a file waits that seems to be incomplete. */
const INCOMPLETE: Readonly<Record<Incompleteness, LocalizedText>> = {
  index: sentence('watch.incomplete.index'),
  cut: sentence('watch.incomplete.cut'),
  zeros: sentence('watch.incomplete.zeros'),
};

/** A file that is not handled yet, for the API. */
export function waitingEntry({ path, sizeBytes, modifiedMs, incomplete }: WaitingFile): WatchedFile {
  const seen_at = formatTimestamp(Math.round(modifiedMs));
  const reason = incomplete ? INCOMPLETE[incomplete] : undefined;
  return {
    path,
    outcome: 'waiting',
    size_bytes: sizeBytes,
    skipped_by: null,
    seen_at,
    ...UNHANDLED,
    ...(reason && { error: reason.message, error_text: reason.text ?? null }),
  };
}

/** A file that the rules leave out, for the API. Its size is read only now: many may be left out by their names. */
export async function skippedEntry({ path, skippedBy }: SkippedFile): Promise<WatchedFile> {
  const stats = await lstat(path).catch(() => undefined);
  const seen_at = formatTimestamp(Math.round(stats?.mtimeMs ?? 0));
  const size_bytes = stats?.isFile() ? stats.size : 0;
  return { path, outcome: 'skipped', size_bytes, skipped_by: skippedBy, seen_at, ...UNHANDLED };
}

/** A handled file, for the API. */
export function handledEntry({ path, outcome, sizeBytes, jobId, error, seenAt }: WatchedFileRow): WatchedFile {
  const reason = error === null ? null : (JSON.parse(error) as LocalizedText);
  return {
    path,
    outcome,
    size_bytes: sizeBytes,
    job_id: jobId,
    skipped_by: null,
    error: reason?.message ?? null,
    error_text: reason?.text ?? null,
    seen_at: formatTimestamp(seenAt),
  };
}
