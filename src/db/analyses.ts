import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Clock, formatTimestamp } from '../base/time.ts';
import type { AuditLogWriter } from './audit-log.ts';
import type { Db } from './open.ts';
import { createPresentAnalyses, digestOf } from './present-analysis.ts';
import type { AnalysisRow } from './schema.ts';
import type { FoundModule } from './text-index/found-state.ts';
import type { SegmentWriter } from './text-index/segment-writer.ts';

export type Analyses = ReturnType<typeof createAnalyses>;

/** Number of earlier analyses that are kept of a video. */
export const MAX_KEPT_ANALYSES = 5;

/** An earlier analysis without its findings. */
export type AnalysisSummary = Omit<AnalysisRow, 'findings'> & { sizeBytes: number };

/**
 * Earlier analyses of videos: their findings as found, compressed. One is kept when a run is about to replace its
 * findings; corrections are stored apart and apply to whichever analysis is present.
 */
export function createAnalyses(db: Db, clock: Clock, writer: SegmentWriter, audit: AuditLogWriter) {
  const presents = createPresentAnalyses(db);
  const of = (videoId: number) => db.sql.selectFrom('analyses').where('videoId', '=', videoId);

  const store = (
    videoId: number,
    state: readonly FoundModule[],
    replacedBy: number | null = null,
    finishedAt = presents.finishedAt(videoId),
  ): void => keepAnalysis(db, { videoId, finishedAt, keptAt: clock.now(), replacedBy }, state);

  /** Keeps the present findings, which others are about to replace. @param run that does; null outside of a run */
  const keepPresent = (videoId: number, run: number | null = null): void => {
    const state = presents.present(videoId).modules;
    if (state.length > 0) store(videoId, state, run);
  };

  return {
    ...presents,

    /** Keeps the present findings, which the run of this video is about to replace; once for each run. */
    keepBeforeRun(videoId: number): void {
      const run = queuedAt(db, videoId) ?? null;
      if (run !== null && db.get(of(videoId).select('id').where('replacedBy', '=', run))) return;
      keepPresent(videoId, run);
    },

    /** Forgets what was kept before a run that ended without changing the findings. */
    dropIfUnchanged(videoId: number): void {
      const run = queuedAt(db, videoId);
      const kept =
        run === undefined ? undefined : db.get(of(videoId).select(['id', 'digest']).where('replacedBy', '=', run));
      if (kept?.digest === digestOf(presents.present(videoId).modules))
        db.run(db.sql.deleteFrom('analyses').where('id', '=', kept.id));
    },

    /**
     * Findings that a run replaced; undefined if there were none, or if it found the same. @param run `queuedAt` of its
     * job
     */
    replacedBy(videoId: number, run: number): FoundModule[] | undefined {
      const row = db.get(of(videoId).select('findings').where('replacedBy', '=', run));
      return row && readFindings(row.findings);
    },

    keepPresent: (videoId: number): void => keepPresent(videoId),

    /** Adds an earlier analysis; false if as many as are kept are newer. @param finishedMs epoch milliseconds */
    addEarlier(videoId: number, state: readonly FoundModule[], finishedMs: number | null): boolean {
      const kept = earlierAnalyses(db, videoId);
      const isOldest = kept.every((each) => (each.finishedAt ?? 0) > (finishedMs ?? 0));
      if (kept.length >= MAX_KEPT_ANALYSES && isOldest) return false;
      store(videoId, state, null, finishedMs);
      return true;
    },

    list: (videoId: number): AnalysisSummary[] => earlierAnalyses(db, videoId),

    /** Findings of an earlier analysis of a video. */
    get(videoId: number, id: number): { row: AnalysisRow; modules: FoundModule[] } | undefined {
      const row = db.get(of(videoId).selectAll().where('id', '=', id));
      return row && { row, modules: readFindings(row.findings) };
    },

    /** Bytes of all earlier analyses of a user. */
    sizeBytes(userId: number): number {
      const [bytes] = db.column<number>(
        `SELECT coalesce(sum(length(findings)), 0) FROM analyses AS a JOIN videos AS v ON v.id = a.videoId
          WHERE v.userId = ?`,
        userId,
      );
      return bytes!;
    },

    /**
     * Makes an earlier analysis the present one, with the corrections applied; the present one is kept in its place.
     * False if the video has no such analysis. The video must be neither queued nor processing.
     */
    restore(videoId: number, id: number): boolean {
      return db.transaction(() => {
        const earlier = this.get(videoId, id);
        if (!earlier) return false;
        const { row, modules } = earlier;
        const present = presents.present(videoId).modules;
        db.run(db.sql.deleteFrom('analyses').where('id', '=', id));
        if (present.length > 0) store(videoId, present);
        for (const { module } of present)
          if (!modules.some((kept) => kept.module === module)) writer.remove(videoId, module, false);
        for (const each of modules) writer.replaceModule(videoId, each);
        replaceModuleRuns(db, videoId, modules);
        audit.recordOf(videoId, { action: 'restored', details: auditDetails(row) });
        return true;
      });
    },
  };
}

function auditDetails({ finishedAt, digest, modules }: AnalysisRow) {
  const finished_at = finishedAt === null ? null : formatTimestamp(finishedAt);
  return { finished_at, finished_ms: finishedAt, digest, modules: JSON.parse(modules) };
}

/** Keeps findings, and no more than the newest {@link MAX_KEPT_ANALYSES} of their video. */
function keepAnalysis(
  db: Db,
  kept: Pick<AnalysisRow, 'videoId' | 'finishedAt' | 'keptAt' | 'replacedBy'>,
  state: readonly FoundModule[],
): void {
  const json = JSON.stringify(state);
  const modules = state.map(({ module, engine, segments }) => ({ module, engine, findings: segments.length }));
  // The best compression takes three times as long for a few percent.
  const findings = deflateRawSync(json, { level: constants.Z_BEST_SPEED });
  const values = { ...kept, modules: JSON.stringify(modules), digest: digestOf(state, json), findings };
  db.run(db.sql.insertInto('analyses').values(values));
  const ofVideo = db.sql.selectFrom('analyses').select('id').where('videoId', '=', kept.videoId);
  const oldest = ofVideo
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MAX_KEPT_ANALYSES - 1);
  db.run(db.sql.deleteFrom('analyses').where('videoId', '=', kept.videoId).where('id', '<', oldest));
}

/** Earlier analyses of a video, newest first. */
function earlierAnalyses(db: Db, videoId: number): AnalysisSummary[] {
  const query = db.sql.selectFrom('analyses').where('videoId', '=', videoId).orderBy('id', 'desc');
  return db.all(
    query
      .select(['id', 'videoId', 'finishedAt', 'keptAt', 'replacedBy', 'modules', 'digest'])
      .select((row) => row.fn<number>('length', ['findings']).as('sizeBytes')),
  );
}

/** Run of a video that is queued or working. */
function queuedAt(db: Db, videoId: number): number | undefined {
  return db.get(db.sql.selectFrom('jobs').select('queuedAt').where('videoId', '=', videoId))?.queuedAt;
}

function replaceModuleRuns(db: Db, videoId: number, modules: readonly FoundModule[]): void {
  db.run(db.sql.deleteFrom('moduleRuns').where('videoId', '=', videoId));
  for (const { module, engine } of modules) {
    const run = { videoId, module, engine, status: 'completed' as const, progress: 100 };
    db.run(db.sql.insertInto('moduleRuns').values(run));
  }
}

function readFindings(compressed: Uint8Array): FoundModule[] {
  return JSON.parse(inflateRawSync(compressed).toString()) as FoundModule[];
}
