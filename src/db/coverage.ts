import { sql } from 'kysely';
import type { ModuleName } from '../contract/analysis/modules.ts';
import type { Db } from './open.ts';
import type { JobRow, ModuleRunRow } from './schema.ts';

/** Stored facts about what modules have analyzed of a video. */
export interface CoverageFacts {
  job: JobRow | null;
  /** Modules of the last run. */
  runs: ModuleRunRow[];
  /** By module; with the number of those of a first look, and of those that a user added. */
  findings: { module: ModuleName; count: number; lastEnd: number; previews: number; additions: number }[];
  /** Modules that a run has completed since findings were last cleared. */
  completed: ReadonlySet<string>;
}

/** Details of one run in the history of a video. */
interface RunDetails {
  action?: string;
  modules?: { module: string; status: string }[];
}

/** Number of segments whose data has a flag. */
const flagged = (flag: 'preview' | 'added') =>
  sql<number>`count(*) FILTER (WHERE instr(data, ${`"${flag}":true`}) > 0)`;

/** Reads what modules have analyzed of a video. */
export function createCoverage(db: Db) {
  return {
    of({ id, jobId }: { id: number; jobId: string }): CoverageFacts {
      return {
        job: db.get(db.sql.selectFrom('jobs').selectAll().where('videoId', '=', id)) ?? null,
        runs: db.all(db.sql.selectFrom('moduleRuns').selectAll().where('videoId', '=', id)),
        findings: db.all(
          db.sql
            .selectFrom('segments')
            .select(({ fn }) => [
              'module',
              fn.countAll<number>().as('count'),
              fn.max('endTime').as('lastEnd'),
              flagged('preview').as('previews'),
              flagged('added').as('additions'),
            ])
            .where('videoId', '=', id)
            .groupBy('module'),
        ),
        completed: completedModules(db, jobId),
      };
    },
  };
}

/** Modules that runs of a history have completed; reprocessing, or another file, makes earlier ones void. */
function completedModules(db: Db, jobId: string): Set<string> {
  const entries = db.all(
    db.sql
      .selectFrom('auditEntries')
      .select(['action', 'details'])
      .where('jobId', '=', jobId)
      .where('action', 'in', ['analyzed', 'replaced', 'restored'])
      .orderBy('number', 'desc'),
  );
  const completed = new Set<string>();
  for (const { action, details } of entries) {
    if (action !== 'analyzed') break;
    const run = JSON.parse(details) as RunDetails;
    for (const { module, status } of run.modules ?? []) if (status === 'completed') completed.add(module);
    if (run.action === 'reprocess') break;
  }
  return completed;
}
