import { sql } from 'kysely';
import { isModuleName, MODULE_CATALOG, type ModuleName } from '../contract/analysis/modules.ts';
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
  /** Of these, modules that were made of texts that have been corrected or recognized again since. */
  outdated: ReadonlySet<string>;
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
        ...completedModules(db, jobId),
      };
    },

    /** Row ids of videos whose last run completed a module in full, which a first look does not. */
    completedBy: (module: ModuleName): ReadonlySet<number> =>
      new Set(
        db.column<number>(
          `SELECT r.videoId FROM moduleRuns AS r LEFT JOIN jobs AS j ON j.videoId = r.videoId
            WHERE r.module = ? AND r.status = 'completed' AND coalesce(j.depth, 'full') <> 'preview'`,
          module,
        ),
      ),
  };
}

/** Modules whose texts others are made of; a corrected label changes no summary. */
const TEXTS: readonly ModuleName[] = ['transcription', 'ocr'];

/** Modules that runs of a history have completed; reprocessing, or another file, makes earlier ones void. */
function completedModules(db: Db, jobId: string): Pick<CoverageFacts, 'completed' | 'outdated'> {
  const entries = db.all(
    db.sql
      .selectFrom('auditEntries')
      .select(['number', 'action', 'details'])
      .where('jobId', '=', jobId)
      .where('action', 'in', ['analyzed', 'replaced', 'restored'])
      .orderBy('number', 'desc'),
  );
  const [completed, outdated] = [new Set<string>(), new Set<string>()];
  const changes = lastCorrections(db, jobId);
  for (const { number, action, details } of entries) {
    if (action !== 'analyzed') break;
    const run = JSON.parse(details) as RunDetails;
    const modules = (run.modules ?? []).filter(({ status }) => status === 'completed').map(({ module }) => module);
    for (const module of modules.filter((name) => !completed.has(name))) {
      completed.add(module);
      const reads = isModuleName(module) ? MODULE_CATALOG[module].reads : [];
      if (reads.some((name) => TEXTS.includes(name) && (changes.get(name) ?? 0) > number)) outdated.add(module);
    }
    for (const module of modules) changes.set(module, Math.max(changes.get(module) ?? 0, number));
    // A run of derived modules alone keeps the other findings.
    if (run.action === 'reprocess' && !modules.every((name) => isModuleName(name) && MODULE_CATALOG[name].isDerived))
      break;
  }
  return { completed, outdated };
}

/** Numbers of the last corrections of findings in a history, by module; a name of a speaker changes no text. */
function lastCorrections(db: Db, jobId: string): Map<string, number> {
  const rows = db.all(
    db.sql
      .selectFrom('auditEntries')
      .select(({ fn }) => [sql<string>`details ->> '$.module'`.as('module'), fn.max('number').as('number')])
      .where('jobId', '=', jobId)
      .where('action', '=', 'corrected')
      .where(sql<boolean>`details ->> '$.speaker' IS NULL`)
      .groupBy('module'),
  );
  return new Map(rows.map(({ module, number }) => [module, number]));
}
