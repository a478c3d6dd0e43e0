import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json/canonical-json.ts';
import { type Clock, formatTimestamp } from '../base/time.ts';
import type { AuditAction, AuditActor, AuditEntry, AuditProblem } from '../contract/sharing/audit.ts';
import type { Db } from './open.ts';
import type { AuditEntryRow } from './schema.ts';

export type AuditLogWriter = ReturnType<typeof createAuditLog>;

/** An event to record. */
export interface AuditEvent {
  action: AuditAction;
  /** Who did it: the owner of the video by default. */
  by?: AuditActor['kind'];
  details?: Record<string, unknown>;
}

/** A history with the first entry that does not fit, if any. */
export interface VerifiedHistory {
  entries: AuditEntry[];
  problem: AuditProblem | null;
}

/** Previous hash of the first entry. */
const START_HASH = '0'.repeat(64);

/**
 * Histories of videos. Entries are only ever added (triggers refuse anything else), in the transaction of what they
 * record. Each holds a hash over the entry before and its own content, so that a change of one is found when the
 * history is read; the stored head reveals missing last entries.
 * @param software version of the application
 * @param actingKey API key on whose behalf the present code works; undefined for a user
 */
export function createAuditLog(
  db: Db,
  clock: Clock,
  software: string | null,
  actingKey: () => Omit<AuditActor, 'kind'> | undefined = () => undefined,
) {
  const head = (jobId: string) => db.get(db.sql.selectFrom('auditHeads').selectAll().where('jobId', '=', jobId));

  const actorOf = (userId: number, kind: AuditActor['kind']): AuditActor => {
    if (kind !== 'user') return { kind };
    const key = actingKey();
    if (key) return { kind, ...key };
    const profile = db.get(db.sql.selectFrom('profiles').select('fullName').where('userId', '=', userId));
    return { kind, ...(profile && { name: profile.fullName }) };
  };

  /** Adds an entry to the history of a video. Call it in the transaction of the change. */
  const record = (
    video: { jobId: string; userId: number },
    { action, by = 'user', details = {} }: AuditEvent,
  ): void => {
    db.transaction(() => {
      const { jobId, userId } = video;
      const last = head(jobId);
      const at = clock.now();
      const entry: Omit<AuditEntry, 'hash'> = {
        number: (last?.number ?? 0) + 1,
        at: formatTimestamp(at),
        action,
        actor: actorOf(userId, by),
        // As it is read back: without properties that JSON has no value for.
        details: JSON.parse(JSON.stringify(details)) as Record<string, unknown>,
        software,
        previous_hash: last?.hash ?? START_HASH,
      };
      const hash = hashOf(jobId, entry);
      db.run(
        db.sql.insertInto('auditEntries').values({
          jobId,
          userId,
          number: entry.number,
          at,
          action,
          software,
          actor: JSON.stringify(entry.actor),
          details: JSON.stringify(entry.details),
          previousHash: entry.previous_hash,
          hash,
        }),
      );
      const now = { number: entry.number, hash };
      db.run(
        db.sql
          .insertInto('auditHeads')
          .values({ jobId, ...now })
          .onConflict((conflict) => conflict.column('jobId').doUpdateSet(now)),
      );
    });
  };

  return {
    record,

    /** Records an event of a video by its row id. */
    recordOf(videoId: number, event: AuditEvent): void {
      const video = db.get(db.sql.selectFrom('videos').select(['jobId', 'userId']).where('id', '=', videoId));
      if (video) record(video, event);
    },

    /** Hash of the last entry; undefined for a video without a history. */
    head: (jobId: string): string | undefined => head(jobId)?.hash,

    /** Time of the newest entry with this action and detail, in epoch milliseconds. */
    lastTime(jobId: string, action: AuditAction, detail: { name: string; value: string }): number | undefined {
      const [at] = db.column<number>(
        `SELECT at FROM auditEntries WHERE jobId = ? AND action = ? AND json_extract(details, '$.' || ?) = ?
          ORDER BY number DESC LIMIT 1`,
        jobId,
        action,
        detail.name,
        detail.value,
      );
      return at;
    },

    /** Reads and verifies the history of a user's video, which may be deleted; undefined if the user has none. */
    read(userId: number, jobId: string): VerifiedHistory | undefined {
      const of = db.sql.selectFrom('auditEntries').selectAll().where('jobId', '=', jobId);
      const rows = db.all(of.where('userId', '=', userId).orderBy('number'));
      if (rows.length === 0) return undefined;
      const entries = rows.map(toEntry);
      return { entries, problem: problemOf(jobId, entries, head(jobId)) };
    },
  };
}

/** Hash of an entry: over the hash of the entry before, and its own content in canonical JSON. */
function hashOf(jobId: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { previous_hash, number, at, action, actor, details, software } = entry;
  const content = canonicalJson({ job_id: jobId, number, at, action, actor, details, software });
  return createHash('sha256').update(previous_hash).update(content).digest('hex');
}

/** First entry that was changed, replaced, or is missing. */
function problemOf(
  jobId: string,
  entries: readonly AuditEntry[],
  head: { number: number; hash: string } | undefined,
): AuditProblem | null {
  let previous = START_HASH;
  for (const [i, entry] of entries.entries()) {
    if (entry.number !== i + 1) return { number: i + 1, kind: 'missing' };
    if (hashOf(jobId, entry) !== entry.hash) return { number: entry.number, kind: 'changed' };
    if (entry.previous_hash !== previous) return { number: entry.number, kind: 'replaced' };
    previous = entry.hash;
  }
  const last = entries.length;
  if (head === undefined || head.number > last) return { number: last + 1, kind: 'missing' };
  return head.number === last && head.hash === previous ? null : { number: last, kind: 'replaced' };
}

function toEntry(row: AuditEntryRow): AuditEntry {
  const { number, at, action, software, previousHash: previous_hash, hash } = row;
  return {
    number,
    at: timeText(at),
    action,
    actor: (parsed(row.actor) ?? { kind: 'system' }) as AuditActor,
    details: (parsed(row.details) ?? { unreadable: row.details }) as Record<string, unknown>,
    software,
    previous_hash,
    hash,
  };
}

/** Null for JSON that somebody broke; its hash differs. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function timeText(at: number): string {
  return Number.isFinite(new Date(at).getTime()) ? formatTimestamp(at) : String(at);
}
