import { lazy } from '../../base/lazy.ts';
import { formatTimestamp } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { importedFrom } from '../../core/evidence/imported-engine.ts';
import type { Analyses } from '../analyses.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import { correctionsOf } from '../corrections/correction-rows.ts';
import type { Db } from '../open.ts';
import type { VideoRow } from '../schema.ts';
import type { MergedAnalysis, MergedCorrection } from './merged-analysis.ts';

type MergePlan = ReturnType<typeof planMerge>;

/**
 * Returns the changes that a merge would make. A module's findings become the present ones (`taken`) if the video has
 * none of the module, or if they are newer and those were imported from the same signer; otherwise they are kept as an
 * earlier analysis, unless a user decides that they replace findings of this installation. Corrections change imported
 * findings only, and those of this library win over those of a bundle.
 */
export function planMerge(
  db: Db,
  analyses: Analyses,
  audit: AuditLogWriter,
  video: VideoRow,
  analysis: MergedAnalysis,
) {
  const { id: videoId } = video;
  // Compares all findings, and does not matter for a merge that replaces everything.
  const isNew = lazy(() => !isKnown(analyses, audit, video, analysis.id));
  const presentMs = analyses.finishedAt(videoId);
  const engines = enginesOf(db, videoId);
  const { signer } = analysis;
  const isOpen = (module: ModuleName): boolean =>
    analysis.isReplacing || signer === null || importedFrom(engines.get(module) ?? null) === signer;
  const isNewer = analysis.isReplacing || (analysis.finishedAt ?? 0) > (presentMs ?? 0);
  const isWanted = (module: ModuleName) => !engines.has(module) || (isNewer && isOpen(module));
  const taken = analysis.isReplacing || isNew() ? analysis.modules.filter(({ module }) => isWanted(module)) : [];
  const isReplacing = taken.some(({ module }) => engines.has(module));
  const added = missingCorrections(db, videoId, analysis.corrections).filter(
    ({ module }) => !engines.has(module) || isOpen(module),
  );
  const isEarlier = taken.length < analysis.modules.length && isNew();
  // Modules that corrections alone change.
  const edited = [...new Set(added.map(({ module }) => module))].filter(
    (module) => !taken.some((each) => each.module === module),
  );
  return { isNew, presentMs, taken, isReplacing, added, edited, isEarlier };
}

/** Returns the facts of a merge for the history of its video. */
export function mergeDetails({ presentMs, taken, added }: MergePlan, analysis: MergedAnalysis) {
  return {
    analysis: analysis.id,
    is_present: taken.length > 0,
    corrections: added.length,
    finished_at: analysis.finishedAt === null ? null : formatTimestamp(analysis.finishedAt),
    finished_ms: Math.max(analysis.finishedAt ?? 0, presentMs ?? 0) || null,
    modules: taken.map(({ module, engine }) => ({ module, engine, status: 'completed' })),
    ...analysis.details,
  };
}

/** Returns the modules with results, and their engines: one of several, since added findings have none. */
export function enginesOf(db: Db, videoId: number): Map<ModuleName, string | null> {
  const found = db.sql.selectFrom('segments').select(['module', 'engine']).distinct().where('videoId', '=', videoId);
  const runs = db.sql.selectFrom('moduleRuns').select(['module', 'engine']).where('videoId', '=', videoId);
  const finished = db.all(runs.where('status', '=', 'completed'));
  const engines = new Map<ModuleName, string | null>();
  for (const { module, engine } of [...finished, ...db.all(found)]) engines.set(module, engines.get(module) ?? engine);
  return engines;
}

function isKnown(analyses: Analyses, audit: AuditLogWriter, { id, jobId }: VideoRow, analysis: string): boolean {
  return (
    audit.lastTime(jobId, 'merged', { name: 'analysis', value: analysis }) !== undefined ||
    analyses.presentDigest(id) === analysis ||
    analyses.list(id).some(({ digest }) => digest === analysis)
  );
}

/** Corrections that the video has no own ones for. */
function missingCorrections(db: Db, videoId: number, corrections: readonly MergedCorrection[]): MergedCorrection[] {
  const known = new Set(
    correctionsOf(db, videoId).map((row) =>
      keyOf(row.module, row.foundContent, row.startTime, row.endTime, row.isAdded === 1),
    ),
  );
  return corrections.filter(
    ({ module, found, isAdded }) => !known.has(keyOf(module, found.content, found.start_time, found.end_time, isAdded)),
  );
}

function keyOf(...facts: readonly unknown[]): string {
  return JSON.stringify(facts);
}
