import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { UsageSort } from '../../contract/account/usage.ts';
import type { Db } from '../open.ts';
import { type ListColumns, orLeast, pageRows } from '../page-rows.ts';
import type { JobAction, UsageRow } from '../schema.ts';

export type UsageRepository = ReturnType<typeof createUsageRepository>;

export interface NewUsage {
  jobId: string;
  action: JobAction;
  durationMinutes: number;
  /** JSON array of module names. */
  modules: string;
}
/** Totals of one user. Void records (failed and canceled runs) count as runs without minutes. */
export interface UsageTotals {
  /** Minutes of billed runs. */
  billedMinutes: number;
  /** Minutes of open runs, which count against the quota until they end. */
  pendingMinutes: number;
  /** Number of runs. */
  byAction: Record<JobAction, number>;
  firstUsageAt: number | null;
  /** Total size of the user's videos in bytes, without those in the trash. */
  fileBytes: number;
}

const LIST: ListColumns<UsageSort> = {
  fields: {
    created_at: sql.ref('createdAt'),
    action: sql.ref('action'),
    duration_minutes: sql.ref('durationMinutes'),
    processing_time: orLeast('processingTime'),
  },
  id: sql.ref('id'),
  names: [sql.ref('jobId'), sql.ref('modules')],
  own: '-created_at',
};

/** Usage accounting: a record for each run. */
export function createUsageRepository(db: Db, clock: Clock) {
  return {
    /** Newest first; `from` and `to` are epoch milliseconds, `to` exclusive. */
    list(userId: number, range: { from?: number; to?: number } = {}, page?: PageRequest): UsageRow[] {
      let query = db.sql.selectFrom('usageRecords').selectAll().where('userId', '=', userId);
      if (range.from !== undefined) query = query.where('createdAt', '>=', range.from);
      if (range.to !== undefined) query = query.where('createdAt', '<', range.to);
      return pageRows(db, query, LIST, page);
    },

    /** Opens the record of a queued run. */
    open: (userId: number, usage: NewUsage): UsageRow =>
      db.get(
        db.sql
          .insertInto('usageRecords')
          .values({ ...usage, userId, state: 'pending', createdAt: clock.now() })
          .returningAll(),
      )!,

    /**
     * Closes the open record of a job: billed with its processing time (seconds) and the minutes
     * analyzed (by default those reserved), or void. Returns whether one was open.
     */
    close: (
      jobId: string,
      outcome: { billed: true; processingTime: number; durationMinutes?: number } | { billed: false },
    ): boolean =>
      db.run(
        db.sql
          .updateTable('usageRecords')
          .set(
            outcome.billed
              ? {
                  state: 'billed',
                  processingTime: outcome.processingTime,
                  ...(outcome.durationMinutes !== undefined && { durationMinutes: outcome.durationMinutes }),
                }
              : { state: 'void' },
          )
          .where('jobId', '=', jobId)
          .where('state', '=', 'pending'),
      ) > 0,

    /** Open records without an open run. */
    listAbandoned: (): { userId: number; jobId: string }[] =>
      db.all(
        db.sql
          .selectFrom('usageRecords')
          .leftJoin('videos', 'videos.jobId', 'usageRecords.jobId')
          .select(['usageRecords.userId', 'usageRecords.jobId'])
          .where('usageRecords.state', '=', 'pending')
          .where((where) =>
            where.or([where('videos.status', 'is', null), where('videos.status', 'not in', ['queued', 'processing'])]),
          )
          .distinct(),
      ),

    totals(userId: number): UsageTotals {
      const groups = db.all(
        db.sql
          .selectFrom('usageRecords')
          .select((select) => [
            'state',
            'action',
            select.fn.countAll<number>().as('jobs'),
            select.fn.sum<number>('durationMinutes').as('minutes'),
            select.fn.min('createdAt').as('firstAt'),
          ])
          .where('userId', '=', userId)
          .groupBy(['state', 'action']),
      );
      const size = db.get(
        db.sql
          .selectFrom('videos')
          .select((select) => select.fn.coalesce(select.fn.sum<number>('fileSize'), select.lit(0)).as('bytes'))
          .where('userId', '=', userId)
          .where('deletedAt', 'is', null),
      )!;
      const billed = groups.filter((group) => group.state === 'billed');
      const pending = groups.filter((group) => group.state === 'pending');
      const count = (action: JobAction) =>
        groups.reduce((sum, group) => sum + (group.action === action ? group.jobs : 0), 0);
      const minutes = (rows: typeof groups) => rows.reduce((sum, row) => sum + row.minutes, 0);
      return {
        billedMinutes: minutes(billed),
        pendingMinutes: minutes(pending),
        byAction: { process: count('process'), reprocess: count('reprocess') },
        firstUsageAt: groups.length > 0 ? Math.min(...groups.map((group) => group.firstAt)) : null,
        fileBytes: size.bytes,
      };
    },
  };
}
